// A chart with a line for each engine, and a sheet of such charts.

package import Foundation
import Workloads

/// Values of engines over something.
package struct Chart: Sendable {
    /// One engine's line.
    package struct Line: Sendable {
        /// Whose.
        package let engine: String
        /// x and y.
        package let points: [Point]

        package init(_ engine: String, _ points: [Point]) {
            self.engine = engine
            self.points = points
        }
    }

    /// What is shown: "W3 (ns)".
    package let title: String
    /// The lines.
    package let lines: [Line]
    private let spacing: Spacing

    package init(_ title: String, _ lines: [Line], _ spacing: Spacing) {
        self.title = title
        self.lines = lines
        self.spacing = spacing
    }

    /// Draws into a rectangle.
    fileprivate func draw(into drawing: inout SVG, at corner: Point, width: Double, height: Double) {
        let points = lines.flatMap(\.points)
        if points.isEmpty { return }
        let (left, right) = (corner.x + 48, corner.x + width - 22)
        let (top, bottom) = (corner.y + 26, corner.y + height - 24)
        let across = Axis(points.map(\.x), spacing, from: left, to: right, isPadded: false)
        let up = Axis(points.map(\.y), spacing, from: bottom, to: top, isPadded: true)
        drawing.text(title, at: Point(left, corner.y + 14), size: 12, isBold: true)
        for mark in up.marks {
            drawing.line(Point(left, up.place(mark)), Point(right, up.place(mark)), "#ddd")
            drawing.text(Number.text(mark), at: Point(left - 5, up.place(mark) + 4), size: 10, .end)
        }
        drawing.line(Point(left, bottom), Point(right, bottom), "#888")
        for mark in Set(spacing == .linear ? across.marks : points.map(\.x)).sorted() {
            drawing.text(Self.short(mark), at: Point(across.place(mark), bottom + 14), size: 10, .middle)
        }
        for line in lines {
            let places = line.points.map { Point(across.place($0.x), up.place($0.y)) }
            drawing.path(places, Chart.color(line.engine))
            for place in places { drawing.dot(place, Chart.color(line.engine), radius: places.count > 12 ? 1.5 : 3) }
        }
    }

    /// "10 k", "5 M".
    private static func short(_ value: Double) -> String {
        if value >= 1e6 { return "\(Number.text(value / 1e6)) M" }
        if value >= 1e3 { return "\(Number.text(value / 1e3)) k" }
        return Number.text(value)
    }

    fileprivate static func color(_ engine: String) -> String {
        switch engine {
        case "quire": "#c8372d"
        case "sqlite": "#2f6db5"
        case "lmdb": "#3d8f4f"
        default: "#777"
        }
    }
}

/// Charts beside and below each other, with one legend.
package struct Sheet {
    private let heading: [String]
    private let charts: [Chart]
    private let columns: Int

    package init(_ heading: [String], _ charts: [Chart], columns: Int = 3) {
        self.heading = heading
        self.charts = charts
        self.columns = max(min(columns, charts.count), 1)
    }

    /// The drawing.
    package var drawing: SVG {
        let (width, height, head) = (300.0, 200.0, 34.0 + 16 * Double(heading.count))
        let rows = (charts.count + columns - 1) / columns
        var drawing = SVG(width: Double(columns) * width, height: Double(rows) * height + head)
        for (number, line) in heading.enumerated() {
            drawing.text(line, at: Point(12, 18 + 16 * Double(number)), size: 12)
        }
        var x = 12.0
        var engines: [String] = []
        for engine in charts.flatMap({ $0.lines.map(\.engine) }) where !engines.contains(engine) {
            engines.append(engine)
        }
        for engine in engines {
            drawing.line(Point(x, head - 12), Point(x + 22, head - 12), Chart.color(engine), width: 3)
            drawing.text(engine, at: Point(x + 28, head - 8), size: 12)
            x += 48 + Double(engine.count) * 7
        }
        for (number, chart) in charts.enumerated() {
            let corner = Point(Double(number % columns) * width, head + Double(number / columns) * height)
            chart.draw(into: &drawing, at: corner, width: width, height: height)
        }
        return drawing
    }

    /// Writes the drawing into a folder.
    package func write(to folder: URL, as name: String) throws {
        try drawing.write(to: folder.appending(path: name + ".svg"))
    }
}
