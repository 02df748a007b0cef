// What of a workload is measured, in which unit, and what the project demands.

/// One line of the table.
package struct Row: Sendable {
    /// "W3", or with a part: "W8 values".
    package let name: String
    /// What the figure counts.
    package let unit: Unit
    /// What is demanded of Quire at scale 1; nil where nothing is.
    package let bar: Bar?
    /// If set, the figure is not measured: it is that of another row divided by what another engine has there in the
    /// same run.
    package let quotient: Quotient?

    /// A measured row.
    package init(_ name: String, _ unit: Unit, bar: Bar? = nil) {
        self.name = name
        self.unit = unit
        self.bar = bar
        quotient = nil
    }

    /// A row that is computed from another one.
    package init(_ name: String, quotient: Quotient, bar: Bar? = nil) {
        self.name = name
        unit = .factor
        self.bar = bar
        self.quotient = quotient
    }

    /// A row divided by another engine's.
    package struct Quotient: Sendable {
        let row: String
        let engine: String

        /// `row` ÷ `row` of `engine`.
        package init(of row: String, by engine: String) {
            self.row = row
            self.engine = engine
        }
    }
}

/// What a figure counts, and how it comes from what a contender measured.
package enum Unit: Sendable {
    /// Nanoseconds for each of so many, from nanoseconds.
    case nanoseconds(each: Int, of: String = "")
    /// From nanoseconds.
    case microseconds
    /// From nanoseconds.
    case milliseconds
    /// From nanoseconds.
    case seconds
    /// Millions of so many objects a second, from nanoseconds.
    case millionObjects(Int)
    /// So many things a second, from nanoseconds.
    case perSecond(Int, of: String)
    /// Bytes for each of so many objects, from bytes.
    case bytes(each: Int)
    /// Megabytes (10^6), from bytes.
    case megabytes
    /// As it is.
    case factor

    /// As the table prints it.
    package var label: String {
        switch self {
        case .nanoseconds(_, let thing): thing.isEmpty ? "ns" : "ns/\(thing)"
        case .microseconds: "µs"
        case .milliseconds: "ms"
        case .seconds: "s"
        case .millionObjects: "M objects/s"
        case .perSecond(_, let thing): "\(thing)/s"
        case .bytes: "bytes/object"
        case .megabytes: "MB"
        case .factor: "×"
        }
    }

    /// The figure of a measurement.
    package func figure(_ measured: Double) -> Double {
        switch self {
        case .nanoseconds(let count, _), .bytes(let count): measured / Double(count)
        case .microseconds: measured / 1e3
        case .milliseconds: measured / 1e6
        case .seconds: measured / 1e9
        case .millionObjects(let count): Double(count) / measured * 1e3
        case .perSecond(let count, _): Double(count) / measured * 1e9
        case .megabytes: measured / 1e6
        case .factor: measured
        }
    }

    /// Rates are the better the higher, everything else the lower.
    package var higherIsBetter: Bool {
        switch self {
        case .millionObjects, .perSecond: true
        default: false
        }
    }
}

/// What is demanded of a row.
package enum Bar: Sendable {
    /// At most this.
    case atMost(Double)
    /// At least this.
    case atLeast(Double)
    /// At most so many times what a peer takes in the same run.
    case atMostTimes(Double, of: String)
    /// At least so many times what a peer does in the same run.
    case atLeastTimes(Double, of: String)

    /// "≤ 0.9 × lmdb".
    package var text: String {
        switch self {
        case .atMost(let limit): "≤ \(Number.text(limit))"
        case .atLeast(let limit): "≥ \(Number.text(limit))"
        case .atMostTimes(let factor, let peer): "≤ \(Number.text(factor)) × \(peer)"
        case .atLeastTimes(let factor, let peer): "≥ \(Number.text(factor)) × \(peer)"
        }
    }

    /// The peer that it names.
    package var peer: String? {
        switch self {
        case .atMost, .atLeast: nil
        case .atMostTimes(_, let peer), .atLeastTimes(_, let peer): peer
        }
    }

    /// Whether it holds. `ratio` is ours ÷ the peer's in the same run; nil if the peer did not take part.
    package func holds(_ figure: Double, ratio: Double?) -> Bool? {
        switch self {
        case .atMost(let limit): figure <= limit
        case .atLeast(let limit): figure >= limit
        case .atMostTimes(let factor, _): ratio.map { $0 <= factor }
        case .atLeastTimes(let factor, _): ratio.map { $0 >= factor }
        }
    }
}
