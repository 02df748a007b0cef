// Data that are unlike the standard ones.

import Foundation
import Report
import Workloads

/// Some data and the workloads that are told by them.
struct SpecialCase {
    let title: String
    let workloads: [any Workload.Type]
    /// Part of the scale that was asked for.
    var scale = 1.0
    var shape = StandardData.Shape()

    static let all: [SpecialCase] = [
        SpecialCase(
            title: "a product to which all items belong", workloads: [Insert.self, HotInverse.self, Delete.self],
            shape: shape { $0.hasHotProduct = true }),
        SpecialCase(
            title: "items stored in random order of their keys",
            workloads: [Insert.self, Lookup.self, Update.self, Delete.self, Open.self],
            shape: shape { $0.hasRandomKeyOrder = true }),
        SpecialCase(
            title: "names of 100 bytes",
            workloads: [Insert.self, NameSearch.self, Hop.self, RandomHop.self, Open.self],
            shape: shape { $0.nameLength = 100 }),
        SpecialCase(
            title: "names of 10 kB, a tenth of the objects",
            workloads: [Insert.self, NameSearch.self, Hop.self, RandomHop.self, Open.self], scale: 0.1,
            shape: shape { $0.nameLength = 10_000 }),
        SpecialCase(title: "a class of 200 properties", workloads: [WideClass.self]),
        SpecialCase(title: "a month of small commits, then half deleted", workloads: [Month.self]),
        SpecialCase(title: "a file ten times that of W1, and little memory", workloads: [LittleMemory.self], scale: 10),
    ]

    private static func shape(_ change: (inout StandardData.Shape) -> Void) -> StandardData.Shape {
        var shape = StandardData.Shape()
        change(&shape)
        return shape
    }
}

extension Run {
    /// All special cases of which a workload is asked for; a table each.
    mutating func special() throws {
        let columns = columns
        var lines: [String] = []
        for special in SpecialCase.all where special.workloads.contains(where: options.wants) {
            let data = StandardData(scale: options.scale * special.scale, shape: special.shape)
            var table = ComparisonTable(columns, hasBars: false)
            var month: [RowResult] = []
            try compare(data, special.workloads, note: special.title) { workload, results in
                table.add(results)
                if workload == Month.self { month = results }
            }
            if table.isEmpty { continue }
            print("\n\(special.title)\n" + table.lines.joined(separator: "\n"))
            lines += ["", "**\(special.title)**", ""] + table.markdown
            if let folder = options.figures, !month.isEmpty {
                try draw(month, into: folder)
                if let file = options.markdown { lines += ["", Document(file).image("month", in: folder)] }
            }
        }
        if let file = options.markdown {
            try Document(file).replace("special", with: [about] + lines)
        }
    }

    /// The size of the file over the days.
    private func draw(_ results: [RowResult], into folder: URL) throws {
        let days = zip(Month.days, results)
        let engines = results.first?.samples.map(\.engine) ?? []
        let lines = engines.map { engine in
            let points = days.compactMap { day, result in
                result.sample(engine)?.spread.map { Point(Double(day), $0.median) }
            }
            return Chart.Line(engine, [Point(0, 1)] + points)
        }
        let chart = Chart("File size ÷ before, over days", lines, .linear)
        try Sheet([Machine.description()], [chart], columns: 1).write(to: folder, as: "month")
    }
}
