// Decisions out of bytes.

import QuireTestSupport

/// Takes bytes one after another; zeros once there are none left.
struct ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }
    mutating func number16() -> Int { Int(byte()) << 8 | Int(byte()) }
    mutating func below(_ limit: Int) -> Int { limit <= 256 ? Int(byte()) % limit : number16() % limit }

    mutating func bytes(_ count: Int) -> [UInt8] {
        let taken = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        return taken
    }

    /// A number of 64 bits, most often one at which something ends.
    mutating func number64() -> UInt64 {
        let edges: [UInt64] = [
            0, 1, 2, 0x7F, 0xFF, 0xFFFF, 1 << 31, 0x7FFF_FFFF, 0xFFFF_FFFF, 1 << 32, 1 << 48, (1 << 48) - 1, 1 << 62,
            1 << 63, (1 << 63) - 1, .max, .max - 1, .max - 0xFFFF_FFFF,
        ]
        let choice = Int(byte())
        if choice < edges.count * 8 { return edges[choice / 8] }
        return (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
    }

    static func littleEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// A shared source in the place of a generator of random numbers: each draw takes one byte, whatever it is drawn for.
final class ByteGenerator: RandomNumberGenerator {
    private var source: ByteSource

    /// For what an operation that began with the last bytes still asks: a generator that gives the same for ever keeps a
    /// drawer that rejects it for ever.
    private var rest = SeededGenerator(seed: 0)

    init(_ source: ByteSource) { self.source = source }

    var isEmpty: Bool { source.isEmpty }

    /// The byte eight times, so that it counts whether the drawer looks at the high bits or at the low ones.
    func next() -> UInt64 { isEmpty ? rest.next() : UInt64(source.byte()) &* 0x0101_0101_0101_0101 }
}
