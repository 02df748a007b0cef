// Any bytes as a file.

import QuireStorage
import QuireTestSupport

enum OpenTarget {
    /// Bytes as they are, or packed: a file is mostly zeros, and a fuzzer needs short inputs.
    static func run(_ bytes: [UInt8]) throws {
        let file = PackedBytes.unpack(bytes) ?? bytes
        try StoreUse.run(file, readsByCopying: bytes.count % 2 == 0, evacuates: false)
    }

    static func seeds() throws -> [[UInt8]] {
        let file = MemoryFile(name: "small")
        var options = Database.Options()
        options.pageSize = 512
        do { _ = try Database.open(storage: file, options, system: SimulatedSystem(seed: 1)) }
        let sample = try SampleFile.make(seed: 3, pageSize: 512, transactions: 2)
        return [PackedBytes.pack(file.bytes), PackedBytes.pack(sample), Array(file.bytes.prefix(200)), []]
    }
}

/// A run of zeros as its length: "QFZ", then pieces of three bytes for the number of zeros, two for the number of
/// bytes that follow, and those.
enum PackedBytes {
    private static let magic = Array("QFZ".utf8)
    private static let limit = 1 << 20

    static func unpack(_ packed: [UInt8]) -> [UInt8]? {
        guard packed.starts(with: magic) else { return nil }
        var source = ByteSource(Array(packed.dropFirst(magic.count)))
        var bytes: [UInt8] = []
        while !source.isEmpty, bytes.count < limit {
            let zeros = Int(source.byte()) << 16 | source.number16()
            bytes.append(contentsOf: [UInt8](repeating: 0, count: min(zeros, limit - bytes.count)))
            bytes.append(contentsOf: source.bytes(source.number16()))
        }
        return bytes
    }

    static func pack(_ bytes: [UInt8]) -> [UInt8] {
        var packed = magic
        var position = 0
        while position < bytes.count {
            let start = bytes[position...].firstIndex { $0 != 0 } ?? bytes.count
            let zeros = min(start - position, 0xFF_FFFF)
            position += zeros
            var end = position
            // A few zeros inside are cheaper than a piece of their own.
            while end < bytes.count, end - position < 0xFFFF {
                if bytes[end] == 0, bytes[end...].prefix(8).allSatisfy({ $0 == 0 }) { break }
                end += 1
            }
            let count = end - position
            packed += [UInt8(zeros >> 16), UInt8(zeros >> 8 & 0xFF), UInt8(zeros & 0xFF)]
            packed += [UInt8(count >> 8), UInt8(count & 0xFF)]
            packed += bytes[position..<end]
            position = end
        }
        return packed
    }
}
