// The results for other programs.

package import Foundation
package import Workloads

/// One engine's figures of one row, as JSON has them.
package struct ResultRecord: Codable, Sendable {
    /// "growth at 10,000 items"; absent for the standard data.
    package var data: String?
    /// The row: "W8 values".
    package let workload: String
    /// "quire".
    package let engine: String
    /// Which way to set the engine up was the better one.
    package let variant: String?
    /// "ns".
    package let unit: String
    /// The middle of the runs.
    package let median: Double
    /// The lowest.
    package let minimum: Double
    /// The highest.
    package let maximum: Double
    /// What is demanded; only for ours.
    package let bar: String?
    /// Whether that holds; only for ours.
    package let holds: Bool?

    /// The records of a row, an engine each.
    package static func records(of result: RowResult, data: String? = nil) -> [ResultRecord] {
        result.samples.compactMap { sample in
            guard let spread = sample.spread else { return nil }
            let isOurs = sample.engine == RowResult.ours
            return ResultRecord(
                data: data, workload: result.row.name, engine: sample.engine, variant: sample.variant,
                unit: result.row.unit.label, median: spread.median, minimum: spread.minimum, maximum: spread.maximum,
                bar: isOurs ? result.row.bar?.text : nil, holds: isOurs ? result.holds : nil)
        }
    }

    /// Writes an array of records.
    package static func write(_ records: [ResultRecord], to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(records).write(to: file, options: .atomic)
    }
}
