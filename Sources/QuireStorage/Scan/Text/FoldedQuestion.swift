// Text of which case or diacritics do not count.

/// A condition on text whose case or diacritics do not count.
final class FoldedQuestion {
    private let kind: TextCondition.Kind
    private let folding: TextFolding
    private let needle: Needle
    private let pattern: LikePattern?
    private let isPlain: Bool

    init(_ condition: TextCondition) {
        kind = condition.kind
        folding = TextFolding(ignoresCase: condition.ignoresCase, ignoresDiacritics: condition.ignoresDiacritics)
        let folded = folding.fold(String(decoding: condition.bytes, as: UTF8.self))
        needle = Needle(folded)
        pattern = kind == .like ? LikePattern(folded) : nil
        isPlain = folded.allSatisfy { $0 < 0x80 }
    }

    func passes(_ bytes: ByteView) throws(StorageError) -> Bool {
        if isPlain, kind != .like, bytes.isASCII { return passesASCII(bytes) }
        return try folding.fold(bytes.text).withView { folded throws(StorageError) in
            switch kind {
            case .equals: needle.isEqual(to: folded)
            case .contains: needle.isContained(in: folded)
            case .startsWith: needle.isPrefix(of: folded)
            case .endsWith: needle.isSuffix(of: folded)
            case .like: pattern?.matches(folded) ?? false
            }
        }
    }

    /// Plain letters are folded one by one where they stand, and have no diacritics.
    private func passesASCII(_ bytes: ByteView) -> Bool {
        let places = bytes.count - needle.count
        guard places >= 0 else { return false }
        switch kind {
        case .equals: return places == 0 && fits(bytes, at: 0)
        case .startsWith: return fits(bytes, at: 0)
        case .endsWith: return fits(bytes, at: places)
        case .contains:
            for place in 0...places where fits(bytes, at: place) { return true }
            return false
        case .like: return false
        }
    }

    private func fits(_ bytes: ByteView, at place: Int) -> Bool {
        let wanted = needle.bytes
        for index in 0..<wanted.count {
            var byte = bytes[place + index]
            if folding.ignoresCase, byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") { byte |= 0x20 }
            if byte != wanted[index] { return false }
        }
        return true
    }
}

extension ByteView {
    /// No byte has its highest bit set.
    var isASCII: Bool {
        var seen: UInt64 = 0
        var index = 0
        while index + 8 <= count {
            seen |= u64(index)
            index += 8
        }
        while index < count {
            seen |= UInt64(self[index])
            index += 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }
}
