// How the program stops when the API is used against its rules.

/// Stops the program with one sentence that names the class, the property and the remedy.
@usableFromInline
func stopForMisuse(_ sentence: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError(sentence, file: file, line: line)
}
