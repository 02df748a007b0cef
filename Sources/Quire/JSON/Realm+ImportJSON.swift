// The importer's front door.

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import QuireStorage

extension Realm {
    /// Reads JSON into objects of a class and of all classes that it leads to: finds them by their keys, makes those
    /// that are new, writes what differs, and links them.
    ///
    /// Runs in a transaction of its own, or as one savepoint inside a write. The work is linear in the document and
    /// in the objects and lists touched; memory does not grow with the document but by a few bytes for each object, and
    /// by what the report keeps of the members beside `root`.
    ///
    /// - Parameters:
    ///   - type: the class of the top objects.
    ///   - data: one JSON document in UTF-8: an object, or an array of objects.
    ///   - root: where in the document the top objects stand; nil for the document itself.
    ///   - options: what to do about issues, keys, batches.
    /// - Returns: what was done, with warnings and notes.
    /// - Throws: `JSONImportError` with all issues, and then nothing of the payload is stored; `Realm.Error` for
    ///   trouble of the file.
    @discardableResult
    public func importJSON<T: Object>(
        _ type: T.Type, from data: Data, root: JSONPath? = nil, options: JSONImportOptions = JSONImportOptions()
    ) throws -> JSONImportReport<T> {
        try unsafe data.withUnsafeBytes { buffer in
            try importJSON(type, unsafe JSONBytes(buffer), nil, root, options, file: nil)
        }
    }

    /// As from Data, from a mapped file, of which no more than some megabytes are in memory at a time. Issues carry
    /// its path; a file that cannot be read is a `Realm.Error`. The file must not be shortened while the import runs.
    @discardableResult
    public func importJSON<T: Object>(
        _ type: T.Type, contentsOf file: URL, root: JSONPath? = nil, options: JSONImportOptions = JSONImportOptions()
    ) throws -> JSONImportReport<T> {
        if let region = Self.mapped(file) {
            let bytes = JSONBytes(region.node.bytes(at: 0, count: region.byteCount))
            return try withExtendedLifetime(region) {
                try importJSON(type, bytes, region, root, options, file: file.path)
            }
        }
        let data: Data
        do { data = try Data(contentsOf: file) } catch { throw Self.unreadable(file, error) }
        return try unsafe data.withUnsafeBytes { buffer in
            try importJSON(type, unsafe JSONBytes(buffer), nil, root, options, file: file.path)
        }
    }

    private func importJSON<T: Object>(
        _ type: T.Type, _ bytes: JSONBytes, _ region: MemoryRegion?, _ root: JSONPath?, _ options: JSONImportOptions,
        file: String?
    ) throws -> JSONImportReport<T> {
        let binding = context.binding(type)
        if binding.isEmbedded {
            stopForMisuse("\(binding.name) is an embedded object: import the class that owns it.")
        }
        var run = JSONImport(
            context: context, root: binding, rootPath: root, bytes: bytes, region: region, options: options)
        do { try runImport(&run, options) } catch let fault as JSONFault {
            run.reportFault(fault)
            throw run.error(file: file)
        } catch is JSONImportRefused {
            throw run.error(file: file)
        } catch let error as StorageError {
            throw Realm.Error(error, file: context.path)
        }
        return run.report(file: file)
    }

    private func runImport(_ run: inout JSONImport, _ options: JSONImportOptions) throws {
        switch options.transaction {
        case .single:
            if isInWriteTransaction {
                try nested { try run.runToEnd() }
            } else {
                try write { try run.runToEnd() }
            }
        case .batches(let count):
            if isInWriteTransaction {
                stopForMisuse("An import in batches has transactions of its own: call it outside of a write.")
            }
            var isFinished = false
            while !isFinished {
                isFinished = try write { try run.runBatch(of: max(count, 1)) }
                run.counts.kept = run.rootRows.count
            }
        }
    }

    /// nil for what cannot be mapped: a pipe, a device, an empty file, or none at all.
    private static func mapped(_ file: URL) -> MemoryRegion? {
        guard file.isFileURL, let storage = try? PosixFileSystem().open(file.path, .read) else { return nil }
        defer { storage.close() }
        guard let byteCount = try? storage.byteCount(), byteCount > 0 else { return nil }
        return try? storage.map(at: 0, byteCount: byteCount)
    }

    private static func unreadable(_ file: URL, _ error: any Swift.Error) -> Realm.Error {
        let code: Realm.Error.Code
        let reason: String
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile?, .fileNoSuchFile?: (code, reason) = (.fileNotFound, "does not exist")
        case .fileReadNoPermission?: (code, reason) = (.filePermissionDenied, "may not be read")
        default: (code, reason) = (.fileAccess, "could not be read")
        }
        return Realm.Error(
            code, "The JSON file \(file.path) \(reason): give the path of a readable file.", file: file.path,
            cause: error)
    }
}

/// Issues were found, and errors roll back.
private struct JSONImportRefused: Error {}

extension JSONImport {
    fileprivate mutating func runToEnd() throws {
        while try !step(limit: Int.max) {}
        try refuseErrors()
    }

    fileprivate mutating func runBatch(of count: Int) throws -> Bool {
        let isFinished = try step(limit: count)
        try refuseErrors()
        return isFinished
    }

    private func refuseErrors() throws {
        if options.onIssue == .rollback, log.errorCount > 0 { throw JSONImportRefused() }
    }

    fileprivate mutating func reportFault(_ fault: JSONFault) {
        log.add(
            JSONFinding(
                kind: fault.kind, severity: .error, offset: fault.offset,
                expected: fault.expected(depthLimit: reader.depthLimit), found: fault.found(in: reader.bytes)))
    }

    fileprivate func error(file: String?) -> JSONImportError {
        JSONImportError(
            issues: log.issues(in: reader.bytes, depthLimit: reader.depthLimit, file: file), issueCount: log.count,
            keptObjects: counts.kept)
    }

    fileprivate func report<T: Object>(file: String?) -> JSONImportReport<T> {
        var report = JSONImportReport<T>()
        report.inserted = counts.inserted
        report.updated = counts.updated
        report.unchanged = counts.unchanged
        report.deleted = counts.deleted
        report.insertedWithoutKey = counts.insertedWithoutKey
        report.unresolvedCount = counts.unresolved
        report.issues = log.issues(in: reader.bytes, depthLimit: reader.depthLimit, file: file)
        report.issueCount = log.count
        report.envelope = envelope
        report.rootRows = rootRows
        return report
    }
}

extension JSONImportReport {
    /// The payload's top objects in document order, as far as they still exist. The Realm must show the file into
    /// which they were imported.
    public func roots(in realm: Realm) -> Results<Root> {
        Results(realm.context.binding(Root.self), rows: rootRows.rows)
    }
}
