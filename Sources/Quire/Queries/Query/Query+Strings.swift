// Parts of text and of data.
import QuireStorage

/// What does not count when text is compared.
public struct StringOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int8
    /// Options from bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// Capital and small letters are the same, by the rules of Unicode in every script: "STRASSE" is "straße".
    public static let caseInsensitive = StringOptions(rawValue: 1)
    /// Accents and other marks do not count: "é" is "e", however it is spelled.
    public static let diacriticInsensitive = StringOptions(rawValue: 2)
}

extension Query where T: _QueryString {
    /// Objects whose text has this one somewhere in it. nil has nothing in it and is in nothing; the empty text is in
    /// every other.
    public func contains(_ value: T, options: StringOptions = []) -> Query<Bool> { asking(.contains, value, options) }
    /// Objects whose text begins with this one.
    public func starts(with value: T, options: StringOptions = []) -> Query<Bool> {
        asking(.startsWith, value, options)
    }
    /// Objects whose text ends with this one.
    public func ends(with value: T, options: StringOptions = []) -> Query<Bool> { asking(.endsWith, value, options) }
    /// Objects whose text is this one but for what does not count.
    public func equals(_ value: T, options: StringOptions = []) -> Query<Bool> {
        storedConstant(value) == .none ? self == value : asking(.equals, value, options)
    }
    /// Objects whose text is not this one, nil included.
    public func notEquals(_ value: T, options: StringOptions = []) -> Query<Bool> { !equals(value, options: options) }
    /// Objects whose text fits a pattern in which `*` stands for any characters, none included, and `?` for one Unicode
    /// scalar.
    public func like(_ value: T, caseInsensitive: Bool = false) -> Query<Bool> {
        asking(.like, value, caseInsensitive ? .caseInsensitive : [])
    }
}

extension Query where T: _QueryBinary {
    /// Objects whose data has these bytes somewhere in it.
    public func contains(_ value: T) -> Query<Bool> { asking(.contains, value, []) }
    /// Objects whose data begins with these bytes.
    public func starts(with value: T) -> Query<Bool> { asking(.startsWith, value, []) }
    /// Objects whose data ends with these bytes.
    public func ends(with value: T) -> Query<Bool> { asking(.endsWith, value, []) }
}

extension Query where T: _QueryBinary {
    fileprivate func asking(_ kind: TextCondition.Kind, _ value: T, _ options: StringOptions) -> Query<Bool> {
        guard let bytes = storedConstant(value).bytes else { return Query<Bool>(.constant(false)) }
        return asking(
            .text(
                TextCondition(
                    kind, bytes, ignoresCase: options.contains(.caseInsensitive),
                    ignoresDiacritics: options.contains(.diacriticInsensitive))))
    }
}
