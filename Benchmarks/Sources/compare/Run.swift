// What `compare` does and prints.

import Foundation
import QuireEngine
import Report
import Workloads

/// One call of the program.
struct Run {
    let options: Options
    let workspace: Workspace
    private var records: [ResultRecord] = []

    init(_ options: Options) throws {
        self.options = options
        workspace = try Workspace()
    }

    /// The columns of a table.
    var columns: [String] { options.engines.map(\.rawValue) + [DiskFloor.name] }

    /// All engines over some data; the bare disk takes part where a row is measured against it.
    private func engines(_ data: StandardData, _ workspace: Workspace) -> [any Engine] {
        [DiskFloor(workspace)] + options.engines.flatMap { $0.make(data, workspace) }
    }

    mutating func perform() throws {
        printSettings()
        switch options.mode {
        case .standard: try standard()
        case .growth: try growth()
        case .special: try special()
        }
        if let file = options.json { try ResultRecord.write(records, to: file) }
    }

    /// How engines are set up, a line each.
    private func settings() -> [String] {
        let tiny = StandardData(scale: 0.00001)
        var lines: [String] = []
        for engine in engines(tiny, workspace) {
            for line in engine.settings.map({ "\(engine.name): \($0)" }) where !lines.contains(line) {
                lines.append(line)
            }
        }
        let absent = options.absent + (options.engines.count > 1 ? ["objectbox"] : [])
        return lines + absent.compactMap { EngineKind.absence(of: $0) }
    }

    private func printSettings() {
        if Stopwatch.countsProcessorTime { print("Times are processor times, without waiting for the disk.") }
        print(Machine.description())
        for line in settings() { print(line) }
    }

    /// Runs workloads on some data. `note` names the data in the records.
    mutating func compare(
        _ data: StandardData, _ workloads: [any Workload.Type], note: String? = nil,
        _ done: (any Workload.Type, [RowResult]) throws -> Void
    ) throws {
        let folder = try Workspace(parent: workspace.directory)
        defer { folder.remove() }
        let comparison = Comparison(data, engines(data, folder), runs: options.runs)
        for workload in workloads where options.wants(workload) {
            let results: [RowResult]
            do { results = try comparison.run(workload) } catch let reason as NotPossible {
                print("\(workload.name): left out. \(reason)")
                continue
            }
            records += results.flatMap { ResultRecord.records(of: $0, data: note) }
            try done(workload, results)
            fflush(nil)
        }
    }

    /// What the figures were taken on and how.
    var about: String { "\(Machine.description()). Scale \(options.scale), medians of \(options.runs) runs." }

    private mutating func standard() throws {
        let data = StandardData(scale: options.scale)
        print("scale \(options.scale): \(data.objectCount) objects; \(options.runs) runs; bars are meant at scale 1")
        let columns = columns
        var table = ComparisonTable(columns)
        var statements: [String] = []
        try compare(data, standardWorkloads) { workload, results in
            table.add(results)
            print("\n\(workload.name): \(workload.work)")
            if results.contains(where: { $0.sample(RowResult.ours) != nil }) {
                let text = try TimedStatements.text(of: workload.name)
                print(text)
                statements += ["", "\(workload.name): \(workload.work)", "```swift", text, "```"]
            }
            var part = ComparisonTable(columns)
            part.add(results)
            for line in part.lines { print(line) }
        }
        print("\n" + table.lines.joined(separator: "\n"))
        if let file = options.markdown {
            try Document(file).replace(
                "compare", with: [about, ""] + table.markdown + [""] + settings().map { "- \($0)" })
            try Document(file).replace("statements", with: Array(statements.dropFirst()))
        }
    }
}
