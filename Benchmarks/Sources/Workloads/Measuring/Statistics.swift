// Medians and spreads.

/// The middle value; 0 of none.
package func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    if sorted.isEmpty { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Median, lowest and highest of the runs.
package struct Spread: Sendable {
    /// The middle.
    package let median: Double
    /// The lowest.
    package let minimum: Double
    /// The highest.
    package let maximum: Double

    /// nil of no values.
    package init?(_ values: [Double]) {
        guard let minimum = values.min(), let maximum = values.max() else { return nil }
        median = Workloads.median(values)
        self.minimum = minimum
        self.maximum = maximum
    }
}
