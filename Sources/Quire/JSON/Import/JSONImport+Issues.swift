// How the importer reports what it finds.

import QuireStorage

extension JSONImport {
    /// Notes a finding about the value at an offset. An error marks the object on top of the stack.
    mutating func report(
        _ kind: JSONIssue.Kind, _ severity: JSONIssue.Severity, at offset: Int, missingKey: String? = nil,
        className: String?, property: String?, expected: String?, found text: String? = nil
    ) {
        var severity = severity
        if severity == .error {
            if !frames.isEmpty { frames[frames.count - 1].hasFailed = true }
            if lossyDepth > 0 { severity = .warning }
        }
        guard log.wants(severity, at: offset) else { return }
        let found = text ?? (missingKey == nil ? found(at: offset) : nil)
        log.add(
            JSONFinding(
                kind: kind, severity: severity, offset: offset, missingKey: missingKey, className: className,
                property: property, expected: expected, found: found))
    }

    /// An error about a property's value.
    mutating func report(
        _ kind: JSONIssue.Kind, _ property: JSONPlanProperty, at offset: Int,
        expected: String? = nil, found: String? = nil
    ) {
        report(
            kind, .error, at: offset, className: property.className, property: property.name,
            expected: expected ?? property.expected, found: found)
    }

    /// An error about a key that the object on top does not have.
    mutating func reportMissing(
        _ kind: JSONIssue.Kind, _ property: JSONPlanProperty, object offset: Int,
        severity: JSONIssue.Severity = .error
    ) {
        report(
            kind, severity, at: offset, missingKey: pointerKey(property), className: property.className,
            property: property.name, expected: property.expected)
    }

    /// The key that a payload would have for a property.
    private func pointerKey(_ property: JSONPlanProperty) -> String {
        if case .paths(let paths) = property.rule.source, let path = paths.first {
            return path.components.map(JSONLocator.escaped).joined(separator: "/")
        }
        return property.name
    }

    /// "number 1.5": the kind of the value and, where it is short, the value.
    func found(at offset: Int) -> String {
        guard offset < reader.bytes.count, let kind = try? reader.kind(at: offset) else { return "nothing" }
        var copy = reader
        copy.position = offset
        switch kind {
        case .null, .array, .object: return kind.name
        case .bool: return (try? copy.bool()).map { "bool \($0)" } ?? kind.name
        case .number: guard (try? copy.number()) != nil else { return kind.name }
        case .string: guard (try? copy.string()) != nil else { return kind.name }
        }
        guard copy.position - offset <= 40 else { return kind.name }
        return kind.name + " " + reader.bytes.text(offset, copy.position - offset)
    }
}
