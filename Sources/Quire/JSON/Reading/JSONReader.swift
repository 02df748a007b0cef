// The one-pass pull parser: a cursor over the bytes of a document. It checks the grammar of RFC 8259 strictly as it
// goes, never copies, never recurses, and tells every fault with its byte offset. Callers may move the cursor back to
// a value that was read before.

import QuireStorage

/// A string of the document: the bytes between the quotation marks, checked to be UTF-8 with whole escapes.
struct JSONText {
    let offset: Int
    let byteCount: Int
    let hasEscapes: Bool

    var end: Int { offset + byteCount }
}

struct JSONReader {
    let bytes: JSONBytes
    /// How many containers may stand inside one another.
    let depthLimit: Int
    var position = 0

    /// First bytes of the containers that `skipValue` is inside of.
    var openContainers: [Int] = []
    /// The ends of long containers that were passed over once, by their first byte: a later pass jumps. It keeps the
    /// work linear however deeply the document nests.
    var containerEnds: [Int: Int] = [:]

    init(_ bytes: JSONBytes, depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = Flaws.everywhere.contains(.depthNotLimited) ? .max : depthLimit
        // A byte order mark is accepted at the very start and nowhere else.
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    }

    // MARK: - Space and structure

    @inline(__always)
    mutating func skipSpace() {
        if position < bytes.count, bytes[position] > 0x20 { return }
        skipSpaceRun()
    }

    private mutating func skipSpaceRun() {
        var i = position
        let count = bytes.count
        while i < count {
            if i + 8 <= count, bytes.word(i) == 0x2020_2020_2020_2020 {
                i += 8
                continue
            }
            let byte = bytes[i]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
            i += 1
        }
        position = i
    }

    /// The kind of the value that follows; the cursor then stands at its first byte.
    @inline(__always)
    mutating func peekKind() throws(JSONFault) -> JSONKind {
        skipSpace()
        guard position < bytes.count else { throw JSONFault(.unexpectedEnd, at: position) }
        return try kind(at: position)
    }

    @inline(__always)
    func kind(at offset: Int) throws(JSONFault) -> JSONKind {
        switch bytes[offset] {
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default: throw JSONFault(.expectedValue, at: offset)
        }
    }

    /// Passes the opening brace or bracket at the cursor.
    @inline(__always)
    mutating func open() { position += 1 }

    /// The next key of the object that the cursor is inside of, with the cursor left at its value; nil once the
    /// closing brace was passed. `isFirst` is true before the first key.
    @inline(__always)
    mutating func nextKey(isFirst: Bool) throws(JSONFault) -> JSONText? {
        try nextMember(isFirst: isFirst) ? try key() : nil
    }

    /// Moves to the next member of the object that the cursor is inside of, where a key must stand; false once the
    /// closing brace was passed.
    @inline(__always)
    mutating func nextMember(isFirst: Bool) throws(JSONFault) -> Bool {
        skipSpace()
        guard position < bytes.count else { throw JSONFault(.unexpectedEnd, at: position) }
        let byte = bytes[position]
        if byte == UInt8(ascii: "}") {
            position += 1
            return false
        }
        if !isFirst {
            guard byte == UInt8(ascii: ",") else { throw JSONFault(.expectedCommaOrBrace, at: position) }
            position += 1
            skipSpace()
        }
        return true
    }

    /// A key and its colon, with the cursor left at the value.
    @inline(__always)
    mutating func key() throws(JSONFault) -> JSONText {
        skipSpace()
        guard position < bytes.count else { throw JSONFault(.unexpectedEnd, at: position) }
        guard bytes[position] == UInt8(ascii: "\"") else { throw JSONFault(.expectedKey, at: position) }
        let text = try string()
        try colon()
        return text
    }

    /// Passes the colon behind a key, with the cursor left at the value.
    @inline(__always)
    mutating func colon() throws(JSONFault) {
        skipSpace()
        guard position < bytes.count else { throw JSONFault(.unexpectedEnd, at: position) }
        guard bytes[position] == UInt8(ascii: ":") else { throw JSONFault(.expectedColon, at: position) }
        position += 1
        skipSpace()
    }

    /// Moves to the next element of the array that the cursor is inside of; false once the closing bracket was passed.
    @inline(__always)
    mutating func nextElement(isFirst: Bool) throws(JSONFault) -> Bool {
        skipSpace()
        guard position < bytes.count else { throw JSONFault(.unexpectedEnd, at: position) }
        let byte = bytes[position]
        if byte == UInt8(ascii: "]") {
            position += 1
            return false
        }
        guard !isFirst else { return true }
        guard byte == UInt8(ascii: ",") else { throw JSONFault(.expectedCommaOrBracket, at: position) }
        position += 1
        skipSpace()
        return true
    }

    /// After the outermost value nothing but space may follow.
    mutating func finish() throws(JSONFault) {
        skipSpace()
        guard position == bytes.count else { throw JSONFault(.trailingBytes, at: position) }
    }

    // MARK: - Literals

    /// Passes `null` at the cursor.
    mutating func null() throws(JSONFault) { try literal([0x6E, 0x75, 0x6C, 0x6C]) }

    /// Passes `true` or `false` at the cursor.
    mutating func bool() throws(JSONFault) -> Bool {
        let value = bytes[position] == UInt8(ascii: "t")
        try literal(value ? [0x74, 0x72, 0x75, 0x65] : [0x66, 0x61, 0x6C, 0x73, 0x65])
        return value
    }

    private mutating func literal(_ word: InlineLiteral) throws(JSONFault) {
        var i = 0
        while i < word.count {
            guard position + i < bytes.count else { throw JSONFault(.unexpectedEnd, at: bytes.count) }
            guard bytes[position + i] == word[i] else { throw JSONFault(.invalidLiteral, at: position) }
            i += 1
        }
        position += word.count
    }
}

/// Up to eight bytes without an allocation.
private struct InlineLiteral: ExpressibleByArrayLiteral {
    private var word: UInt64 = 0
    let count: Int

    init(arrayLiteral elements: UInt8...) {
        count = elements.count
        for (i, element) in elements.enumerated() { word |= UInt64(element) &<< UInt64(8 * i) }
    }

    subscript(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: word &>> UInt64(8 * index)) }
}
