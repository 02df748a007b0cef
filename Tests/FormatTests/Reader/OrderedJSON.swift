// JSON whose text is the same everywhere: members in the order given, numbers in one spelling.

/// The text is that of Python's `json` module, so that two programs can be compared byte by byte.
indirect enum OrderedJSON {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case array([OrderedJSON])
    case object([(String, OrderedJSON)])

    /// A line for each part of the outer levels; deeper ones are compact.
    func laidOut(depth: Int = 4) -> String {
        switch self {
        case .array(let parts) where depth > 0 && !parts.isEmpty:
            return "[\n" + parts.map { $0.laidOut(depth: depth - 1) }.joined(separator: ",\n") + "\n]"
        case .object(let members) where depth > 0 && !members.isEmpty:
            let parts = members.map { Self.quoted($0.0) + ":" + $0.1.laidOut(depth: depth - 1) }
            return "{\n" + parts.joined(separator: ",\n") + "\n}"
        default: return compact
        }
    }

    private var compact: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): Self.spelled(value)
        case .text(let text): Self.quoted(text)
        case .array(let parts): "[" + parts.map(\.compact).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.0) + ":" + $0.1.compact }.joined(separator: ",") + "}"
        }
    }

    /// The shortest decimal that reads back as the same number. Swift goes over to an exponent later than Python.
    static func spelled(_ value: Double) -> String {
        let text = value.description
        guard value.magnitude >= 1e16, text.hasSuffix(".0"), !text.contains("e") else { return text }
        let sign = value < 0 ? "-" : ""
        let digits = text.dropLast(2).drop { $0 == "-" }
        let significant = digits.reversed().drop { $0 == "0" }.reversed()
        let fraction = String(significant.dropFirst())
        return sign + String(significant.prefix(1)) + (fraction.isEmpty ? "" : "." + fraction)
            + "e+\(digits.count - 1)"
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x22: result += "\\\""
            case 0x5C: result += "\\\\"
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0x09: result += "\\t"
            case 0x08: result += "\\b"
            case 0x0C: result += "\\f"
            case 0x20...0x7E: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default: result += "\\u" + hexadecimal(UInt64(unit), digits: 4)
            }
        }
        return result + "\""
    }

    static func hexadecimal(_ value: UInt64, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
