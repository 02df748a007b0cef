// Drawings as text. Only what charts need.

package import Foundation

/// An SVG drawing of a fixed size on a white ground.
package struct SVG {
    private let width: Double
    private let height: Double
    private var elements: [String] = []

    /// How a text stands to its point.
    package enum Anchor: String {
        case start
        case middle
        case end
    }

    /// An empty drawing.
    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// A straight line.
    package mutating func line(_ from: Point, _ to: Point, _ color: String, width: Double = 1) {
        add(
            "line",
            [
                ("x1", Self.number(from.x)), ("y1", Self.number(from.y)), ("x2", Self.number(to.x)),
                ("y2", Self.number(to.y)), ("stroke", color), ("stroke-width", Self.number(width)),
            ])
    }

    /// Lines from point to point.
    package mutating func path(_ points: [Point], _ color: String, width: Double = 2) {
        let list = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
        add(
            "polyline",
            [("points", list), ("fill", "none"), ("stroke", color), ("stroke-width", Self.number(width))])
    }

    /// A filled circle.
    package mutating func dot(_ center: Point, _ color: String, radius: Double = 3) {
        add(
            "circle",
            [
                ("cx", Self.number(center.x)), ("cy", Self.number(center.y)), ("r", Self.number(radius)),
                ("fill", color),
            ])
    }

    /// A text whose base line is at the point.
    package mutating func text(
        _ text: String, at point: Point, size: Double = 11, _ anchor: Anchor = .start, color: String = "#333",
        isBold: Bool = false
    ) {
        add(
            "text",
            [
                ("x", Self.number(point.x)), ("y", Self.number(point.y)), ("font-size", Self.number(size)),
                ("text-anchor", anchor.rawValue), ("fill", color), ("font-weight", isBold ? "bold" : "normal"),
            ], Self.escaped(text))
    }

    /// The document.
    package var document: String {
        let size = "\(Self.number(width)) \(Self.number(height))"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" font-family="sans-serif">
            <rect width="100%" height="100%" fill="white"/>
            \(elements.joined(separator: "\n"))
            </svg>

            """
    }

    /// Writes the document.
    package func write(to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(document.utf8).write(to: file, options: .atomic)
    }

    private mutating func add(_ name: String, _ attributes: [(String, String)], _ content: String? = nil) {
        let list = attributes.map { #"\#($0.0)="\#(Self.escaped($0.1))""# }.joined(separator: " ")
        elements.append(content.map { "<\(name) \(list)>\($0)</\(name)>" } ?? "<\(name) \(list)/>")
    }

    /// Two decimals, none where none are needed, so that the same figures give the same file.
    private static func number(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}

/// A place on a drawing, from the upper left corner.
package struct Point: Sendable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}
