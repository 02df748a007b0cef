// Text without the differences that a query ignores: by the rules of Unicode, for every language the same.
@_spi(_Unicode) import Swift

/// Brings text to a form in which what counts as equal has equal bytes.
struct TextFolding: Sendable {
    let ignoresCase: Bool
    let ignoresDiacritics: Bool

    /// Case: capital, then small letters, by which "ß" is "ss" and every sigma one. Diacritics: letters and marks are
    /// taken apart and marks dropped.
    func fold(_ text: String) -> [UInt8] {
        var folded = text
        if ignoresDiacritics {
            var letters = String.UnicodeScalarView()
            for scalar in text._nfd where scalar.properties.generalCategory != .nonspacingMark {
                letters.append(scalar)
            }
            folded = String(letters)
        }
        if ignoresCase { folded = folded.uppercased().lowercased() }
        return Array(folded.utf8)
    }
}
