// The text of an object, in the format that RealmSwift's users know.

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes objects as text.
enum ObjectDescription {
    private static let depthLimit = 5
    private static let byteLimit = 24

    /// `Class {` newline, tab `name = value;` … `}`.
    static func text(of object: Object, depth: Int = depthLimit) -> String {
        if object.isInvalidated { return "[invalid object]" }
        if depth == 0 { return "<Maximum depth exceeded>" }
        let description = ClassDescription.of(type(of: object))
        var text = "\(description.name) {\n"
        for property in description.properties where property.isStored {
            let value = property.accessor.currentValue(object)
            let shown: String
            if let title = property.accessor.title(object), let elements = value as? [Any] {
                shown = describeCollection(title.name, at: title.address, count: elements.count) { index in
                    scalar(elements[index], depth: depth)
                }
            } else {
                shown = self.text(of: value, depth: depth)
            }
            text += "\t\(property.name) = \(indented(shown));\n"
        }
        return text + "}"
    }

    private static func text(of value: Any?, depth: Int) -> String {
        guard let value else { return "(null)" }
        return scalar(value, depth: depth)
    }

    private static func scalar(_ value: Any, depth: Int) -> String {
        switch value {
        case let object as Object: return text(of: object, depth: depth - 1)
        case let data as Data: return bytes(data)
        // Foundation has no text for it, and stops.
        case let date as Date where date.timeIntervalSinceReferenceDate.isNaN: return "nan"
        default:
            if let present = unwrapped(value) { return "\(present)" }
            return "(null)"
        }
    }

    private static func bytes(_ data: Data) -> String {
        let shown = data.prefix(byteLimit).map { byte in
            let hex = String(byte, radix: 16)
            return hex.count == 1 ? "0" + hex : hex
        }.joined()
        return data.count > byteLimit ? "<\(shown)… — \(data.count) total bytes>" : "<\(shown)>"
    }
}
