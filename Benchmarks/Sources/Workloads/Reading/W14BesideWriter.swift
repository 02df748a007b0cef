// W14: a reader of W3 beside a writer.

/// A reader that takes the newest state and looks up a thousand keys, again and again; a writer that commits a hundred
/// inserted items at a time. First the reader alone, then both.
package struct BesideWriter: Workload {
    package static let name = "W14"
    package static let work = "look up random keys beside a writer that commits 100 inserted items at a time"
    /// Lookups between two looks for a newer state.
    package static let batch = 1000
    /// Items in a commit.
    package static let inserts = 100
    /// How long each part takes.
    package static let seconds = 1.0
    /// Indices of the items to look up: whole batches.
    package let numbers: [Int]
    /// The sum of each batch.
    package let sums: [Double]
    package let rows: [Row]
    package let expected = [Answer.count("batches with a wrong sum, items that are missing", 0)]

    package init(_ data: StandardData) {
        let numbers = data.randomItems(100 * Self.batch, seed: 1014)
        self.numbers = numbers
        sums = (0..<100).map { data.balances(numbers[($0 * Self.batch)..<(($0 + 1) * Self.batch)]) }
        rows = [
            Row("W14 slowdown", .factor, bar: .atMost(1.3)),
            Row("W14 alone", .nanoseconds(each: 1, of: "read")),
            Row("W14 beside", .nanoseconds(each: 1, of: "read")),
            Row("W14 commits", .perSecond(1, of: "commits"), bar: .atLeastTimes(1, of: "lmdb")),
        ]
    }
}

/// What an engine does in the two threads of W14. Each is made and used in a thread of its own.
package protocol BesideWriterStore: AnyObject, Sendable {
    /// Makes the reader. What it gives reads the batch whose number it gets, in the newest state, and gives the sum.
    func makeReader() throws -> (_ batch: Int) throws -> Double
    /// Makes the writer. What it gives commits as many new items as are asked for, from the number that it gets.
    func makeWriter() throws -> (_ first: Int, _ count: Int) throws -> Void
    /// All items.
    func itemCount() throws -> Int
}

extension BesideWriter {
    /// Any engine's side. `store` has all the data and may be changed.
    package func contender(_ store: any BesideWriterStore) throws -> Turns {
        var expectedCount = try store.itemCount()
        var wrong = 0
        return Turns {
            let reader = reader(store)
            let alone = try Duet.run(reader, for: Self.seconds)
            let both = try Duet.run(reader, beside: writer(store, from: expectedCount), for: Self.seconds)
            expectedCount += both.other.rounds * Self.inserts
            wrong += alone.failures + both.main.failures
            let times = [alone, both.main].map { $0.nanoseconds / Double($0.rounds * Self.batch) }
            return [times[1] / times[0], times[0], times[1], both.other.nanoseconds / Double(both.other.rounds)]
        } answers: {
            [.count(wrong + abs(expectedCount - (try store.itemCount())))]
        }
    }

    /// A round is a batch; one whose sum is wrong is a failure.
    private func reader(_ store: any BesideWriterStore) -> Duet.Part {
        let sums = sums
        return Duet.Part {
            let read = try store.makeReader()
            return { round in
                let batch = round % sums.count
                return Answer.Value.sum(try read(batch)).agrees(with: .sum(sums[batch])) ? 0 : 1
            }
        }
    }

    /// A round is a commit.
    private func writer(_ store: any BesideWriterStore, from first: Int) -> Duet.Part {
        Duet.Part {
            let write = try store.makeWriter()
            return { round in
                try write(first + round * Self.inserts, Self.inserts)
                return 0
            }
        }
    }
}
