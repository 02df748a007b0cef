// Figures of several runs as a table for a person to read.

import Workloads

/// Gathers figures and prints, for each row and engine, median, minimum and maximum.
struct Table {
    private struct Key: Hashable {
        let row: String
        let engine: String
    }

    private var order: [Key] = []
    private var units: [Key: String] = [:]
    private var bars: [Key: String] = [:]
    private var values: [Key: [Double]] = [:]
    private var statements: [Key: String] = [:]

    static let header =
        [
            pad("workload", 18), pad("engine", 7), pad("unit", 14), padLeft("median", 9), padLeft("minimum", 9),
            padLeft("maximum", 9), " ", pad("floor", 7), "statement",
        ].joined(separator: " ")

    mutating func add(_ figure: Figure, statement: String) {
        let key = Key(row: figure.row, engine: figure.engine)
        if values[key] == nil {
            order.append(key)
            units[key] = figure.unit
            bars[key] = figure.bar
            statements[key] = statement
        }
        values[key, default: []].append(figure.value)
    }

    /// The lines of all rows; a statement stands beside the first row of its workload.
    func lines() -> [String] {
        var shown: Set<String> = []
        return order.map { key in
            let samples = values[key] ?? []
            let statement = statements[key] ?? ""
            let isFirst = shown.insert(statement).inserted
            return [
                pad(key.row, 18), pad(key.engine, 7), pad(units[key] ?? "", 14), padLeft(number(median(samples)), 9),
                padLeft(number(samples.min() ?? 0), 9), padLeft(number(samples.max() ?? 0), 9), " ",
                pad(bars[key] ?? "", 7), isFirst ? onOneLine(statement) : "",
            ].joined(separator: " ")
        }
    }

    /// A statement of several lines with semicolons where the lines end.
    private func onOneLine(_ statement: String) -> String {
        var result = ""
        for line in statement.split(separator: "\n").map({ $0.drop(while: { $0 == " " }) }) {
            if !result.isEmpty { result += result.hasSuffix("{") || line.hasPrefix("}") ? " " : "; " }
            result += line
        }
        return result
    }

    private func number(_ value: Double) -> String {
        let places = value < 10 ? 2 : value < 1000 ? 1 : 0
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let rounded = (value * scale).rounded() / scale
        if places == 0 { return String(Int(rounded)) }
        let parts = String(rounded).split(separator: ".")
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        return "\(parts[0]).\(fraction)\(String(repeating: "0", count: max(places - fraction.count, 0)))"
    }
}

private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
}

private func padLeft(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
}
