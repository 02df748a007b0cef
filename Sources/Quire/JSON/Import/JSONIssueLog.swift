// The issues of an import while it runs: all are counted, a bounded number kept, by byte offset; names of places are
// made only at the end, in one pass.

/// An issue before its place has a name.
struct JSONFinding {
    var kind: JSONIssue.Kind
    var severity: JSONIssue.Severity
    var offset: Int
    /// What the object at `offset` does not have, as the rest of a pointer.
    var missingKey: String?
    var className: String?
    var property: String?
    var expected: String?
    var found: String?
}

struct JSONIssueLog {
    private let limit: Int
    private var errors: [JSONFinding] = []
    private var others: [JSONFinding] = []
    private(set) var count = 0
    private(set) var errorCount = 0

    init(limit: Int) { self.limit = max(limit, 0) }

    /// False if a finding there would only be counted; it is counted then.
    mutating func wants(_ severity: JSONIssue.Severity, at offset: Int) -> Bool {
        let kept = severity == .error ? errors : others
        // Findings come nearly in document order, so a full list with an earlier last entry will not take this one.
        if kept.count >= limit, kept.last.map({ $0.offset <= offset }) ?? true {
            count += 1
            if severity == .error { errorCount += 1 }
            return false
        }
        return true
    }

    mutating func add(_ finding: JSONFinding) {
        count += 1
        if finding.severity == .error {
            errorCount += 1
            Self.insert(finding, into: &errors, limit)
        } else {
            Self.insert(finding, into: &others, limit)
        }
    }

    /// Keeps the list sorted and within the limit.
    private static func insert(_ finding: JSONFinding, into list: inout [JSONFinding], _ limit: Int) {
        var position = list.count
        while position > 0, list[position - 1].offset > finding.offset { position -= 1 }
        list.insert(finding, at: position)
        if list.count > limit { list.removeLast() }
    }

    /// Up to the limit, in document order; errors go before the rest when not all have room.
    func issues(in bytes: JSONBytes, depthLimit: Int, file: String?) -> [JSONIssue] {
        var kept = errors
        kept += others.prefix(limit - errors.count)
        let order = kept.indices.sorted { (kept[$0].offset, $0) < (kept[$1].offset, $1) }
        let findings = order.map { kept[$0] }
        let places = JSONLocator.places(of: findings.map(\.offset), in: bytes, depthLimit: depthLimit)
        return zip(findings, places).map { finding, place in
            var pointer = place.pointer
            if let key = finding.missingKey { pointer += "/" + key }
            return JSONIssue(
                kind: finding.kind, severity: finding.severity, pointer: pointer, line: place.line,
                column: place.column, byteOffset: finding.offset, className: finding.className,
                property: finding.property, expected: finding.expected, found: finding.found, file: file)
        }
    }
}
