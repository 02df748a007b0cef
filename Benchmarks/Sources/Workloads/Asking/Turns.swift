// A contender made of closures, for work that keeps no state but what it found last.

/// Does the work, gives what was measured and what was found.
package final class Turns: Contender {
    private let work: () throws -> (measured: [Double?], found: [Answer.Value])
    private var found: [Answer.Value] = []

    /// What `work` captures is what was prepared.
    package init(_ work: @escaping () throws -> (measured: [Double?], found: [Answer.Value])) {
        self.work = work
    }

    package func turn() throws -> [Double?] {
        let turn = try work()
        found = turn.found
        return turn.measured
    }

    package func answers() -> [Answer.Value]? { found }
}
