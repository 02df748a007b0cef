// What an import gives back, or throws.

import QuireStorage

/// What an import did. Sendable: holds keys and counts, no live object.
///
/// Counts are of all classes, each object once, nested ones too. Placeholders, embedded objects, and keys that wait
/// for their object are in no count.
public struct JSONImportReport<Root: Object>: Sendable {
    /// Objects that the file did not have.
    public internal(set) var inserted = 0
    /// Objects of which something changed.
    public internal(set) var updated = 0
    /// Objects that the payload describes as they are.
    public internal(set) var unchanged = 0
    /// Objects that replaced lists and links took along.
    public internal(set) var deleted = 0
    /// Those of `inserted` whose class has no key.
    public internal(set) var insertedWithoutKey = 0
    /// Links of this payload that wait for their object.
    public internal(set) var unresolvedCount = 0
    /// Warnings and notes, and errors that `onIssue` passed over: the first `issueLimit`, in document order.
    public internal(set) var issues: [JSONIssue] = []
    /// All of them, those beyond the limit too.
    public internal(set) var issueCount = 0
    /// The members of the objects passed on the way to `root`, but for the path itself.
    public internal(set) var envelope: [String: JSONValue] = [:]

    /// The rows of the payload's top objects, in document order.
    var rootRows = JSONRowList()
}

/// Thrown once, after all issues were collected.
public struct JSONImportError: Swift.Error, Sendable, CustomStringConvertible {
    /// Errors first to be kept, then warnings and notes, up to `issueLimit` and in document order.
    public let issues: [JSONIssue]
    /// All of them, those beyond the limit too.
    public let issueCount: Int
    /// How many top objects earlier batches stored; 0 otherwise.
    public let keptObjects: Int

    /// One line for each issue.
    public var description: String {
        var lines = issues.map(\.description)
        if issueCount > issues.count { lines.append("and \(issueCount - issues.count) more") }
        if keptObjects > 0 { lines.append("\(keptObjects) objects of earlier batches are stored") }
        return lines.joined(separator: "\n")
    }
}

/// Row ids in order; those that follow one another, which is what a first import gives, take no room of their own.
struct JSONRowList: Sendable {
    private struct Run {
        var first: UInt64
        var count: UInt64
    }

    private var runs: [Run] = []
    private(set) var count = 0

    mutating func append(_ row: RowID) {
        count += 1
        if let last = runs.last, last.first + last.count == row.rawValue {
            runs[runs.count - 1].count += 1
        } else {
            runs.append(Run(first: row.rawValue, count: 1))
        }
    }

    var rows: [RowID] {
        var result: [RowID] = []
        result.reserveCapacity(count)
        for run in runs {
            for offset in 0..<run.count { result.append(RowID(run.first + offset)) }
        }
        return result
    }
}
