// Answers, and when two of them are equal.

/// Something that an engine must find.
package struct Answer: Sendable {
    /// What was found.
    package enum Value: Sendable, Equatable {
        /// Equal if the numbers are.
        case count(Int)
        /// A sum of doubles, whose last digits depend on the order of the additions.
        case sum(Double)
        /// A text; equal if its bytes are.
        case text(String)

        /// Whether two engines found the same.
        package func agrees(with other: Value) -> Bool {
            switch (self, other) {
            case (.sum(let one), .sum(let two)): abs(one - two) <= 1e-9 * max(abs(one), abs(two))
            default: self == other
            }
        }
    }

    /// What the value says: "items", "sum of the balances".
    package let what: String
    /// What must be found.
    package let value: Value

    /// An answer.
    package init(_ what: String, _ value: Value) {
        self.what = what
        self.value = value
    }

    /// A number of things.
    package static func count(_ what: String, _ count: Int) -> Answer { Answer(what, .count(count)) }
    /// A sum of doubles.
    package static func sum(_ what: String, _ sum: Double) -> Answer { Answer(what, .sum(sum)) }
    /// A text.
    package static func text(_ what: String, _ text: String) -> Answer { Answer(what, .text(text)) }

    /// Stops with a sentence if an engine found something else than expected.
    package static func verify(_ found: [Value], _ expected: [Answer], of engine: String, in workload: String) throws {
        if found.count != expected.count {
            throw WrongAnswer(
                "\(workload): \(engine) gave \(found.count) answers where \(expected.count) were asked for.")
        }
        for (value, answer) in zip(found, expected) where !value.agrees(with: answer.value) {
            throw WrongAnswer(
                """
                \(workload): \(engine) answered \(value) for \(answer.what), which is \(answer.value). No time of it \
                counts.
                """)
        }
    }
}
