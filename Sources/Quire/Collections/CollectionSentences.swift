// The sentences for positions that do not exist. They name the collection and both numbers.

func positionSentence(_ name: String, _ position: Int, _ count: Int) -> String {
    "\(name)[\(position)] does not exist: it has \(elementCount(count))\(allowed(count, "positions 0…\(count - 1)"))."
}

func insertionSentence(_ name: String, _ position: Int, _ count: Int) -> String {
    "\(name): nothing can be inserted at \(position), because it has \(elementCount(count)); insert at 0…\(count)."
}

func rangeSentence(_ name: String, _ range: Range<Int>, _ count: Int) -> String {
    "\(name)[\(range.lowerBound)..<\(range.upperBound)] does not exist: it has \(elementCount(count))"
        + "\(allowed(count, "positions 0…\(count - 1)"))."
}

private func elementCount(_ count: Int) -> String {
    count == 1 ? "1 element" : "\(count) elements"
}

private func allowed(_ count: Int, _ positions: String) -> String {
    count == 0 ? "" : ", at \(positions)"
}
