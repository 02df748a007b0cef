// What an import has to say about a payload.

/// One finding in a payload.
public struct JSONIssue: Sendable, CustomStringConvertible {
    /// A named kind; a struct, so that new kinds do not break a switch.
    public struct Kind: Hashable, Sendable {
        /// The name, as the documentation lists it.
        public let name: String

        /// The document is no JSON.
        public static let syntax = Kind(name: "syntax")
        /// Bytes that are no UTF-8.
        public static let invalidUTF8 = Kind(name: "invalidUTF8")
        /// A key twice in one JSON object.
        public static let duplicateKey = Kind(name: "duplicateKey")
        /// An object without its key property.
        public static let missingPrimaryKey = Kind(name: "missingPrimaryKey")
        /// A new object without a property that has no default and is not optional.
        public static let missingRequired = Kind(name: "missingRequired")
        /// null for a value that is not optional.
        public static let nullForRequired = Kind(name: "nullForRequired")
        /// A value of another type.
        public static let typeMismatch = Kind(name: "typeMismatch")
        /// A number that the property's type cannot hold, or a text that is too long for a key.
        public static let outOfRange = Kind(name: "outOfRange")
        /// Digits that the property's type cannot hold.
        public static let precisionLoss = Kind(name: "precisionLoss")
        /// A text that is no date of the rule's formats.
        public static let badDate = Kind(name: "badDate")
        /// A raw value that no case has.
        public static let unknownEnumCase = Kind(name: "unknownEnumCase")
        /// A discriminator that names no class.
        public static let unknownDiscriminator = Kind(name: "unknownDiscriminator")
        /// A reference to a key that no object has, where the rule does not defer, or of a child under an inverse.
        public static let unresolvedReference = Kind(name: "unresolvedReference")
        /// A child that stands under one object and names another as its parent.
        public static let parentConflict = Kind(name: "parentConflict")
        /// A link that contradicts the key from which it would be made.
        public static let connectConflict = Kind(name: "connectConflict")
        /// Nothing stands at the path of `root`.
        public static let rootNotFound = Kind(name: "rootNotFound")
        /// A key that no property reads.
        public static let unknownKey = Kind(name: "unknownKey")
        /// A transform threw.
        public static let transformFailed = Kind(name: "transformFailed")
        /// A `validate` closure threw.
        public static let validationFailed = Kind(name: "validationFailed")
        /// Deeper than `depthLimit`, or than 512 containers in what the report keeps or a transform reads.
        public static let limitExceeded = Kind(name: "limitExceeded")
        /// The name of an inverse without a rule; `found` says how many objects stood there.
        public static let ignoredInverse = Kind(name: "ignoredInverse")
    }

    /// Errors roll back, by `onIssue`; warnings and notes never do.
    public enum Severity: Sendable {
        /// Nothing is stored, unless `onIssue` passes over it.
        case error
        /// Something of the payload was not taken.
        case warning
        /// Worth knowing.
        case note
    }

    /// What it is.
    public let kind: Kind
    /// How bad it is.
    public let severity: Severity
    /// An RFC 6901 JSON pointer from the document's start, `root` included.
    public let pointer: String
    /// From 1.
    public let line: Int
    /// In bytes, from 1, of the value's first byte; of the object's first byte for a missing key.
    public let column: Int
    /// From the document's start, of the value's first byte.
    public let byteOffset: Int
    /// The class concerned.
    public let className: String?
    /// The property concerned.
    public let property: String?
    /// The Swift type ("Int"), or what would have been right.
    public let expected: String?
    /// "null", "bool", "number", "string", "array" or "object", followed by the value where it is short.
    public let found: String?
    /// The path of an imported file.
    public let file: String?

    /// file:line:column: pointer: kind, expected, found.
    public var description: String {
        var text = file.map { $0 + ":" } ?? ""
        text += "\(line):\(column): "
        if !pointer.isEmpty { text += pointer + ": " }
        text += kind.name
        if let expected { text += ", expected \(expected)" }
        if let found { text += ", found \(found)" }
        return text
    }
}
