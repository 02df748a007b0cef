// Closures of the user between a JSON value and a property.

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A piece of the document that a transform reads.
struct JSONFragment {
    let bytes: JSONBytes
    /// Of the value's first byte.
    let offset: Int
    /// Behind its last byte.
    let end: Int
    let value: JSONValue
}

/// The value is not of the type that the closure takes.
struct JSONTransformMismatch: Error {
    let expected: String
}

/// A pair of closures without their types.
struct JSONTransform: Sendable {
    /// Gives the property's value. Throws `JSONTransformMismatch`, or what the closure throws.
    let read: @Sendable (JSONFragment) throws -> Any
    /// Gives the value to write; nil if the user gave no such closure.
    let back: (@Sendable (Any) throws -> Any)?
    /// The closure takes an optional, so that null is for it to judge.
    let acceptsNull: Bool

    init<J, Value>(
        _ read: @escaping @Sendable (J) throws -> Value, back: (@Sendable (Value) throws -> J)?
    ) {
        acceptsNull = J.self is any ExpressibleByNilLiteral.Type
        self.read = { fragment in
            guard let argument = fragment.argument() as J? else {
                throw JSONTransformMismatch(expected: "\(J.self)")
            }
            return try read(argument)
        }
        if let back {
            self.back = { (value: Any) throws -> Any in
                guard let typed = value as? Value else { throw JSONTransformMismatch(expected: "\(Value.self)") }
                return try back(typed)
            }
        } else {
            self.back = nil
        }
    }
}

extension JSONFragment {
    /// The fragment as a closure's argument; nil if it is of another type.
    func argument<J>() -> J? {
        if case .null = value, let empty = Optional<Any>.none as? J { return empty }
        // Unwrapped before it is cast: nil is a value of every optional type.
        if let direct = scalar(J.self), let argument = direct as? J { return argument }
        if let type = J.self as? any Decodable.Type {
            let data = Data(bytes.array(offset, end - offset))
            return try? JSONDecoder().decode(type, from: data) as? J
        }
        return value.plain as? J
    }

    /// The common types, without a decoder.
    private func scalar<J>(_ type: J.Type) -> Any? {
        switch value {
        case .string(let text) where J.self == String.self || J.self == String?.self: text
        case .int(let number) where J.self == Int.self || J.self == Int?.self: Int(exactly: number)
        case .int(let number) where J.self == Int64.self: number
        case .int(let number) where J.self == Double.self || J.self == Double?.self: Double(number)
        case .double(let number) where J.self == Double.self || J.self == Double?.self: number
        case .double(let number) where J.self == Int.self || J.self == Int?.self: Int(exactly: number)
        case .bool(let flag) where J.self == Bool.self || J.self == Bool?.self: flag
        default: J.self == JSONValue.self || J.self == JSONValue?.self ? value : nil
        }
    }
}

extension JSONValue {
    /// Dictionaries, arrays and scalars of the standard library; null is absent.
    var plain: Any? {
        switch self {
        case .null: nil
        case .bool(let flag): flag
        case .int(let number): Int(exactly: number) ?? number
        case .double(let number): number
        case .string(let text): text
        case .array(let elements): elements.map { $0.plain as Any }
        case .object(let members): members.mapValues { $0.plain as Any }
        }
    }
}
