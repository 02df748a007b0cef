// How collections describe themselves: a line for each element, indented, a hundred at most.

/// The most elements that a description lists.
private let describedElementLimit = 100

/// `Name <0x…> (`, a line for each element, `)`.
///
/// - Parameter address: of the object that stands for the collection.
func describeCollection(
    _ name: String, at address: ObjectIdentifier, count: Int, _ element: (Int) -> String
) -> String {
    var text = "\(name) <0x\(String(UInt(bitPattern: address), radix: 16))> ("
    let shown = min(count, describedElementLimit)
    for position in 0..<shown {
        text += position == 0 ? "\n" : ",\n"
        text += "\t[\(position)] \(indented(element(position)))"
    }
    if count > shown { text += "\n\t... \(count - shown) objects skipped." }
    return text + "\n)"
}

/// The text with a tab before every line but the first.
func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n\t")
}
