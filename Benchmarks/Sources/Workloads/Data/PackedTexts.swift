// Texts as a C program would hold them: bytes behind each other, at addresses that stay.

/// Bytes of texts for interfaces of C. Made before a clock runs, so that engines of C get what they would have in C.
@safe
package final class PackedTexts: Sendable {
    nonisolated(unsafe) private let bytes: UnsafeMutableRawBufferPointer
    private let starts: [Int]

    /// Packs the texts.
    package convenience init(_ texts: some Sequence<String>) {
        self.init(pieces: texts.lazy.map { Array($0.utf8) })
    }

    /// Packs numbers, eight bytes each, as the machine holds them.
    package convenience init(numbers: [Int]) {
        self.init(pieces: numbers.lazy.map { number in unsafe withUnsafeBytes(of: number) { unsafe Array($0) } })
    }

    private init(pieces: some Sequence<[UInt8]>) {
        var starts = [0]
        var packed: [UInt8] = []
        for piece in pieces {
            packed.append(contentsOf: piece)
            starts.append(packed.count)
        }
        self.starts = starts
        unsafe bytes = .allocate(byteCount: max(packed.count, 1), alignment: 16)
        unsafe bytes.copyBytes(from: packed)
    }

    deinit { unsafe bytes.deallocate() }

    /// How many texts.
    package var count: Int { starts.count - 1 }

    /// The bytes of a text.
    package subscript(index: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: bytes[starts[index]..<starts[index + 1]])
    }
}
