// What the compiler's own Codable synthesis uses: a wrapper is coded as its value. A managed object is encoded as a
// detached copy of it would be.

extension Persisted: Decodable where Value: Decodable {
    /// Decodes the value.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
    }
}

extension Persisted: Encodable where Value: Encodable {
    /// Encodes the value as it is now; one that cannot be read is thrown. Objects that lead back to one that is being
    /// encoded are an `EncodingError` with the path.
    public func encode(to encoder: any Encoder) throws {
        let value = try owner?.context?.runRead { currentValue } ?? currentValue
        guard let step = EncodingChain.Step(value, owner: owner, column: column) else {
            var container = encoder.singleValueContainer()
            return try container.encode(value)
        }
        try EncodingChain.follow(step, codingPath: encoder.codingPath) {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}

extension Persisted {
    /// The value of a managed object's row, or the wrapper's own.
    var currentValue: Value {
        guard let owner, owner.context != nil, !Value._staysInWrapper else {
            if column & ColumnNumber.lazyFlag != 0, owner == nil { return Value._makeLazyDefault() }
            return value
        }
        if !owner.isLocated, !owner.locateToRead(column) { return ._zero }
        return Value._read(owner, column)
    }

    /// The wrapper of a single inverse, as far as the instance still knows it.
    var isInverse: Bool {
        if let owner { return owner.place(column).column < 0 }
        return column & ColumnNumber.inverseFlag != 0
    }
}

/// A wrapper whose key may be missing.
public protocol _OptionalWrapper {
    /// What a missing key means.
    static var _absent: Self { get }
}

extension Persisted: _OptionalWrapper where Value: ExpressibleByNilLiteral {
    /// nil.
    public static var _absent: Self { Self(wrappedValue: nil) }
}

extension KeyedDecodingContainer {
    /// A missing key of an optional property is nil.
    public func decode<T: Decodable & _OptionalWrapper>(_ type: T.Type, forKey key: Key) throws -> T {
        try decodeIfPresent(type, forKey: key) ?? T._absent
    }

    /// An inverse is never read.
    public func decode<E: Object>(
        _ type: Persisted<LinkingObjects<E>>.Type, forKey key: Key
    ) throws -> Persisted<LinkingObjects<E>> {
        Persisted()
    }

    /// A missing or null collection is empty.
    public func decode<E: Decodable>(
        _ type: Persisted<List<E>>.Type, forKey key: Key
    ) throws -> Persisted<List<E>> {
        try decodeIfPresent(type, forKey: key) ?? Persisted(wrappedValue: List())
    }
}

extension KeyedEncodingContainer {
    /// An inverse is never written.
    public mutating func encode<E: Object>(_ value: Persisted<LinkingObjects<E>>, forKey key: Key) throws {}

    /// A link is written, a single inverse never.
    public mutating func encode<E: Object & Encodable>(_ value: Persisted<E?>, forKey key: Key) throws {
        if !value.isInverse { try encodeAny(value, forKey: key) }
    }

    private mutating func encodeAny<T: Encodable>(_ value: T, forKey key: Key) throws { try encode(value, forKey: key) }
}
