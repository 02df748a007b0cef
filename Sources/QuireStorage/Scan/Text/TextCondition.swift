// What a query may ask of text and data beyond order.

/// A question about the bytes of a text or data value; nil answers none of them with yes.
package struct TextCondition: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case equals, contains, startsWith, endsWith
        /// `*` stands for any characters, `?` for one.
        case like
    }

    package var kind: Kind
    package var bytes: [UInt8]
    /// For text only.
    package var ignoresCase: Bool
    package var ignoresDiacritics: Bool

    package init(_ kind: Kind, _ bytes: [UInt8], ignoresCase: Bool = false, ignoresDiacritics: Bool = false) {
        self.kind = kind
        self.bytes = bytes
        self.ignoresCase = ignoresCase
        self.ignoresDiacritics = ignoresDiacritics
    }
}
