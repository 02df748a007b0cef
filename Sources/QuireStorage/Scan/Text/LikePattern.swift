// Patterns of text.

/// A pattern in which `*` stands for any characters and `?` for one Unicode scalar.
struct LikePattern: Sendable {
    private let pattern: [UInt8]

    init(_ pattern: [UInt8]) { self.pattern = pattern }

    /// Goes back to the last `*` only, since an earlier one could take nothing that the last one cannot: O(n m).
    func matches(_ bytes: ByteView) -> Bool {
        var place = 0
        var index = 0
        var star: (index: Int, place: Int)?
        while place < bytes.count {
            if index < pattern.count, pattern[index] == UInt8(ascii: "*") {
                star = (index, place)
                index += 1
            } else if index < pattern.count, pattern[index] == UInt8(ascii: "?") {
                place = Self.next(bytes, place)
                index += 1
            } else if index < pattern.count, pattern[index] == bytes[place] {
                place += 1
                index += 1
            } else if let last = star {
                let next = Self.next(bytes, last.place)
                star = (last.index, next)
                place = next
                index = last.index + 1
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// The place of the next scalar.
    private static func next(_ bytes: ByteView, _ place: Int) -> Int {
        var next = place + 1
        while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }
}
