// W19: the size of a file after many small transactions.

/// 100,000 transactions of one object each on the loaded file.
package struct Churn: Workload {
    package static let name = "W19"
    package static let work = "the file's size after 100,000 transactions of one object, ÷ before"
    /// The changes, one for each transaction.
    package let changes: [ChangeStream.Change]
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        var stream = ChangeStream(data, seed: 19)
        changes = (0..<data.scaled(100_000)).map { _ in stream.next() }
        rows = [
            Row("W19 size", .factor, bar: .atMost(1.2)), Row("W19 rate", .perSecond(changes.count, of: "commits")),
        ]
        expected = stream.expected
    }
}

extension Churn {
    /// Any engine's side. `makeStore` gives a copy of the loaded file, which goes away with it.
    package func contender(_ makeStore: @escaping () throws -> any ChangingStore) -> Turns {
        Turns {
            let store = try makeStore()
            let before = try store.fileBytes()
            let time = try nanoseconds {
                for change in changes { try store.commit(CollectionOfOne(change)) }
            }
            return ([Double(try store.fileBytes()) / Double(before), time], try store.answers())
        }
    }
}
