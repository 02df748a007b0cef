// Why a document is no JSON, or why a value in it cannot be read, and where.

/// The error of the reading layer. Small and without references, because it crosses the hot paths as a typed error.
struct JSONFault: Error, Equatable {
    enum Reason: UInt8 {
        case unexpectedEnd
        case expectedValue
        case expectedKey
        case expectedColon
        case expectedCommaOrBrace
        case expectedCommaOrBracket
        case invalidLiteral
        case invalidNumber
        case invalidEscape
        case loneSurrogate
        case controlCharacter
        case invalidUTF8
        case trailingBytes
        case tooDeep
        /// Within the limit, but deeper than a value of its own may be.
        case tooDeepToKeep
        case numberOutOfRange
    }

    let reason: Reason
    /// The first byte that could not be read.
    let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    var kind: JSONIssue.Kind {
        switch reason {
        case .invalidUTF8: .invalidUTF8
        case .tooDeep, .tooDeepToKeep: .limitExceeded
        case .numberOutOfRange: .outOfRange
        default: .syntax
        }
    }

    /// What would have been right at that place.
    func expected(depthLimit: Int) -> String {
        switch reason {
        case .unexpectedEnd: "more of the document"
        case .expectedValue: "a value"
        case .expectedKey: "a key in quotation marks"
        case .expectedColon: "':'"
        case .expectedCommaOrBrace: "',' or '}'"
        case .expectedCommaOrBracket: "',' or ']'"
        case .invalidLiteral: "true, false or null"
        case .invalidNumber: "a digit of a JSON number"
        case .invalidEscape: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t, or \\u and four hexadecimal digits"
        case .loneSurrogate: "both halves of a surrogate pair"
        case .controlCharacter: "an escape for the control character"
        case .invalidUTF8: "UTF-8"
        case .trailingBytes: "the end of the document"
        case .tooDeep: "at most \(depthLimit) levels"
        case .tooDeepToKeep: "at most \(JSONReader.keptDepthLimit) levels in a part that is kept as it is"
        case .numberOutOfRange: "a number in the range of Double"
        }
    }

    /// What stands there instead.
    func found(in bytes: JSONBytes) -> String {
        guard offset < bytes.count else { return "end of document" }
        let byte = bytes[offset]
        if byte > 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
        let digits = String(byte, radix: 16, uppercase: true)
        return "byte 0x" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
}

/// The six kinds of JSON values, named as issues name them.
enum JSONKind: UInt8 {
    case null, bool, number, string, array, object

    var name: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
