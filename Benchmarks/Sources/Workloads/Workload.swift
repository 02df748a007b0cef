// What a workload is, and the figures that it gives.

/// One figure of one timed run.
package struct Figure: Sendable {
    /// "W3", or a part of a workload such as "W2 commit".
    package let row: String
    /// Who did the work.
    package let engine: String
    /// "ns", "objects/s", …
    package let unit: String
    /// The figure.
    package let value: Double
    /// What it must reach, for a person to read; nil where nothing is demanded.
    package let bar: String?

    /// A figure.
    package init(_ row: String, engine: String = "Quire", _ unit: String, _ value: Double, bar: String? = nil) {
        self.row = row
        self.engine = engine
        self.unit = unit
        self.value = value
        self.bar = bar
    }
}

/// Work that is timed. A workload is made once and run several times.
package protocol Workload {
    /// "W3".
    static var name: String { get }
    /// The Swift statement that is timed, as it stands in the workload's own source.
    static var statement: String { get }
    /// Prepares what the clock must not see.
    init(_ bench: Bench) throws
    /// Does the work once, checks the answers, and says how long it took.
    mutating func run(_ bench: Bench) throws -> [Figure]
}

/// An answer was wrong, so that no time of it counts.
package struct WrongAnswer: Error, CustomStringConvertible {
    /// What was expected and what came.
    package let description: String

    /// An answer that was wrong, or work that an engine refused.
    package init(description: String) {
        self.description = description
    }
}

/// Stops a run whose answer is not the expected one.
package func check<T: Equatable>(_ found: T, _ expected: T, _ what: String) throws {
    if found != expected { throw WrongAnswer(description: "\(what): expected \(expected), found \(found)") }
}

/// The same for sums, whose last digits depend on the order.
package func checkSum(_ found: Double, _ expected: Double, _ what: String) throws {
    if abs(found - expected) > 1e-9 * abs(expected) {
        throw WrongAnswer(description: "\(what): expected \(expected), found \(found)")
    }
}

/// The middle value; 0 of none.
package func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    if sorted.isEmpty { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
