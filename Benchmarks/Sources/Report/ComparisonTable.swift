// The table of a comparison.

package import Workloads

/// Rows as cells: workload, unit, each engine's median with its spread, ratio, bar, verdict.
package struct ComparisonTable {
    private let engines: [String]
    private let hasBars: Bool
    private var results: [RowResult] = []

    /// A table with a column for each engine that turns up in it, and for ours. Bars are for the standard data alone.
    package init(_ engines: [String], hasBars: Bool = true) {
        self.engines = engines
        self.hasBars = hasBars
    }

    /// Adds the rows of a workload.
    package mutating func add(_ results: [RowResult]) {
        self.results += results
    }

    /// Nothing was added.
    package var isEmpty: Bool { results.isEmpty }

    private var table: TextTable {
        let shown = engines.filter { engine in
            engine == RowResult.ours || results.contains { $0.sample(engine) != nil }
        }
        let ends = ["÷ best peer"] + (hasBars ? ["bar", "holds"] : [])
        var table = TextTable(["workload", "unit"] + shown + ends)
        for result in results {
            let figures = shown.map { engine in
                result.sample(engine).flatMap { Self.text($0) } ?? (engine == RowResult.ours ? "not yet" : "–")
            }
            let ratio = result.ratioToBestPeer.map { Number.text($0) } ?? "–"
            let verdict = hasBars ? [result.row.bar?.text ?? "–", Self.verdict(result)] : []
            table.add([result.row.name, result.row.unit.label] + figures + [ratio] + verdict)
        }
        return table
    }

    /// "1.02 (0.99–1.1)".
    private static func text(_ sample: Sample) -> String? {
        sample.spread.map { "\(Number.text($0.median)) (\(Number.text($0.minimum))–\(Number.text($0.maximum)))" }
    }

    private static func verdict(_ result: RowResult) -> String {
        if result.row.bar == nil { return "" }
        return result.holds.map { $0 ? "yes" : "no" } ?? "–"
    }

    /// For a terminal.
    package var lines: [String] { table.lines }
    /// For a document.
    package var markdown: [String] { table.markdown }
}
