// Contenders made of closures.

/// One engine's side of one workload. What the closures capture was prepared before any clock runs.
package final class Turns: Contender {
    private let work: () throws -> [Double?]
    private let found: () throws -> [Answer.Value]?

    /// Work whose answers are asked for at the end of a run.
    package init(_ work: @escaping () throws -> [Double?], answers: @escaping () throws -> [Answer.Value]?) {
        self.work = work
        found = answers
    }

    /// Work that gives what was measured and what was found.
    package convenience init(_ work: @escaping () throws -> (measured: [Double?], found: [Answer.Value])) {
        var last: [Answer.Value] = []
        self.init {
            let turn = try work()
            last = turn.found
            return turn.measured
        } answers: {
            last
        }
    }

    package func turn() throws -> [Double?] { try work() }

    package func answers() throws -> [Answer.Value]? { try found() }
}
