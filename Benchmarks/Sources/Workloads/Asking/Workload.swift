// What is asked of every engine. How an engine does it stands in the engine's own folder, as a `Contender`.

/// Work with a known answer. The data and what is drawn from them are made before any clock runs.
package protocol Workload: Sendable {
    /// "W3".
    static var name: String { get }
    /// What is done, in one line for a person.
    static var work: String { get }
    /// Draws what the work needs.
    init(_ data: StandardData)
    /// What is measured.
    var rows: [Row] { get }
    /// How often engines take turns in one run; the run's figure is the median of its turns.
    var turns: Int { get }
    /// Turns before the first run that do not count.
    var warmUps: Int { get }
    /// What every engine must find, in the order in which contenders answer.
    var expected: [Answer] { get }
}

extension Workload {
    package var turns: Int { 1 }
    package var warmUps: Int { 0 }
}

/// One engine's side of one workload. Making it prepares what the clock must not see.
package protocol Contender: AnyObject {
    /// Does the work once. Gives for each row what the row's unit counts (nanoseconds, bytes, a factor), nil for a row that
    /// the engine has nothing for.
    func turn() throws -> [Double?]
    /// What the last turns found or left behind, asked at the end of each run, outside the clock; nil of one that stores
    /// nothing.
    func answers() throws -> [Answer.Value]?
}

/// An engine, or one of several ways to set it up.
package protocol Engine: AnyObject {
    /// "sqlite".
    static var name: String { get }
    /// Which way, where there are several: the table shows the better one of each row.
    var variant: String? { get }
    /// Version and set-up, a line each, for a person to judge.
    var settings: [String] { get }
    /// Its side of a workload; nil if it has none.
    func contender(for workload: any Workload) throws -> (any Contender)?
    /// Work in a process of its own. What it prints last is a list of numbers.
    func runAsChild(_ order: ChildOrder) throws -> [Double]
}

extension Engine {
    package var name: String { type(of: self).name }
}

/// A workload needs something of the system that is not there. It is left out with these words.
package struct NotPossible: Error, CustomStringConvertible {
    /// What is missing.
    package let description: String

    /// What is missing.
    package init(_ description: String) {
        self.description = description
    }
}

/// An answer was wrong, or an engine refused its work, so that no time of it counts.
package struct WrongAnswer: Error, CustomStringConvertible {
    /// What was expected and what came.
    package let description: String

    /// What was expected and what came.
    package init(_ description: String) {
        self.description = description
    }
}
