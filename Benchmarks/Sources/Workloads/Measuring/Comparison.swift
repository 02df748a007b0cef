// Engines take turns, their answers are compared, and only then their times count.

/// Runs workloads on engines that share one set of data.
package struct Comparison {
    /// What is stored.
    package let data: StandardData
    private let engines: [any Engine]
    private let runs: Int

    /// Engines with the same name are ways to set up one; the better way of each row counts.
    package init(_ data: StandardData, _ engines: [any Engine], runs: Int) {
        self.data = data
        self.engines = engines
        self.runs = runs
    }

    /// One side and what was measured of it.
    private struct Side {
        let engine: any Engine
        let contender: any Contender
        /// For each row the figures of the runs.
        var figures: [[Double]]
        /// For each row what the turns of this run measured.
        var turns: [[Double]]

        /// How an error calls it.
        var description: String { engine.name + (engine.variant.map { " (\($0))" } ?? "") }

        mutating func take(_ measured: [Double?]) {
            for (row, value) in measured.enumerated() {
                if let value { turns[row].append(value) }
            }
        }

        mutating func endRun(_ rows: [Row]) {
            for (row, values) in turns.enumerated() where !values.isEmpty {
                figures[row].append(rows[row].unit.figure(median(values)))
                turns[row] = []
            }
        }
    }

    /// Runs one workload. Stops at the first answer that differs from the expected one.
    package func run(_ type: any Workload.Type) throws -> [RowResult] {
        let workload = type.init(data)
        let rows = workload.rows
        var sides: [Side] = []
        for engine in engines {
            guard let contender = try engine.contender(for: workload) else { continue }
            let none = [[Double]](repeating: [], count: rows.count)
            sides.append(Side(engine: engine, contender: contender, figures: none, turns: none))
        }
        for _ in 0..<workload.warmUps {
            for side in sides { _ = try side.contender.turn() }
        }
        for run in 0..<runs {
            for turn in 0..<workload.turns {
                // Who begins moves on, so that nobody always comes after the same one.
                for place in sides.indices {
                    let side = (place + run + turn) % sides.count
                    sides[side].take(try sides[side].contender.turn())
                }
            }
            for side in sides.indices {
                if let answers = try sides[side].contender.answers() {
                    try Answer.verify(answers, workload.expected, of: sides[side].description, in: type.name)
                }
                sides[side].endRun(rows)
            }
        }
        var results = rows.enumerated().map { index, row in
            RowResult(
                workload: type.name, row: row,
                samples: sides.map {
                    Sample(engine: $0.engine.name, variant: $0.engine.variant, figures: $0.figures[index])
                })
        }
        for index in results.indices {
            guard let quotient = rows[index].quotient, let base = rows.firstIndex(where: { $0.name == quotient.row })
            else { continue }
            results[index].divide(results[base], by: quotient.engine)
        }
        return results
    }
}
