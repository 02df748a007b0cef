// X2: the size of a file under a month of small commits, and after half of it was deleted.

/// A commit a minute for thirty days, each of one to twenty changes that keep the number of items; then half of the items
/// deleted in one transaction, a day of commits, and as many items inserted as were deleted.
package struct Month: Workload {
    package static let name = "X2"
    package static let work = "the file's size, ÷ before, under a month of small commits and after deleting half"
    /// The days at which the size is taken.
    package static let days = [1, 2, 5, 10, 15, 20, 25, 30]
    /// A row for each of the days, then those for what follows.
    package let rows: [Row]
    package let expected: [Answer]
    private let data: StandardData

    package init(_ data: StandardData) {
        self.data = data
        let steps = Self.days.map { "day \($0)" } + ["half deleted", "a day later", "refilled"]
        rows = steps.map { Row("X2 \($0)", .factor) }
        var script = Script(data)
        while script.next() != nil {}
        expected = script.stream.expected
    }

    /// Commits one after the other, and the rows after which the size is taken. They are drawn anew each time, since a month
    /// of them takes much memory.
    private struct Script {
        private(set) var stream: ChangeStream
        private var sizes = SplitMix64(seed: 103)
        private var commit = 0
        private let perDay: Int
        private let half: Int

        init(_ data: StandardData) {
            stream = ChangeStream(data, seed: 102)
            perDay = data.scaled(24 * 60)
            half = data.items.count / 2
        }

        /// The next transaction, and the row that it ends; nil at the end.
        mutating func next() -> (changes: [ChangeStream.Change], row: Int?)? {
            defer { commit += 1 }
            let month = perDay * (Month.days.last ?? 0)
            let followed = Month.days.count
            switch commit - month {
            case ..<0:
                let row = (commit + 1).isMultiple(of: perDay) ? Month.days.firstIndex(of: (commit + 1) / perDay) : nil
                return (some(), row)
            case 0: return ((0..<half).map { _ in stream.delete() }, followed)
            case 1...perDay: return (some(), commit - month == perDay ? followed + 1 : nil)
            case perDay + 1: return ((0..<half).map { _ in stream.insert() }, followed + 2)
            default: return nil
            }
        }

        private mutating func some() -> [ChangeStream.Change] {
            (0...sizes.below(20)).map { _ in stream.next() }
        }
    }
}

extension Month {
    /// Any engine's side. `makeStore` gives a copy of the loaded file, which goes away with it.
    package func contender(_ makeStore: @escaping () throws -> any ChangingStore) -> Turns {
        Turns {
            let store = try makeStore()
            let before = Double(try store.fileBytes())
            var script = Script(data)
            var sizes = [Double?](repeating: nil, count: rows.count)
            while let step = script.next() {
                try store.commit(step.changes)
                if let row = step.row { sizes[row] = Double(try store.fileBytes()) / before }
            }
            return (sizes, try store.answers())
        }
    }
}
