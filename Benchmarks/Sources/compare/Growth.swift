// How cost grows with the number of objects.

import Foundation
import Report
import Workloads

extension Run {
    /// The growth workloads at each size; a table for each, and a chart for each row.
    mutating func growth() throws {
        var charts = GrowthCharts()
        var lines: [String] = []
        for size in options.sizes {
            let data = StandardData(scale: Double(size) / 1_000_000)
            print("\n\(size) items, \(data.products.count) products")
            let columns = columns
            var table = ComparisonTable(columns, hasBars: false)
            try compare(data, growthWorkloads, note: "growth at \(size) items") { _, results in
                table.add(results)
                for result in results { charts.add(result, at: size) }
            }
            for line in table.lines { print(line) }
            lines += ["", "**\(size) items**", ""] + table.markdown
        }
        if let folder = options.figures {
            let about = ["Cost over the number of items; both axes are logarithmic.", Machine.description()]
            try Sheet(about, charts.charts).write(to: folder, as: "growth")
            print("\ndrawn: \(folder.appending(path: "growth.svg").path)")
            if let file = options.markdown { lines = ["", Document(file).image("growth", in: folder)] + lines }
        }
        if let file = options.markdown {
            let about = "\(Machine.description()). Medians of \(options.runs) runs."
            try Document(file).replace("growth", with: [about] + lines)
        }
    }
}

/// Gathers the points of each row.
private struct GrowthCharts {
    private var titles: [String] = []
    private var points: [String: [(engine: String, point: Point)]] = [:]

    mutating func add(_ result: RowResult, at size: Int) {
        let better = result.row.unit.higherIsBetter ? "higher" : "lower"
        let title = "\(result.row.name), \(result.row.unit.label): \(better) is better"
        if points[title] == nil { titles.append(title) }
        for sample in result.samples {
            guard let spread = sample.spread else { continue }
            points[title, default: []].append((sample.engine, Point(Double(size), spread.median)))
        }
    }

    var charts: [Chart] {
        titles.map { title in
            let all = points[title] ?? []
            var engines: [String] = []
            for (engine, _) in all where !engines.contains(engine) { engines.append(engine) }
            return Chart(
                title, engines.map { name in Chart.Line(name, all.filter { $0.engine == name }.map(\.point)) },
                .logarithmic)
        }
    }
}
