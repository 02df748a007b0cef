// The proof that a file is whole.

import QuireStorage

extension Realm {
    /// What a check found.
    public struct CheckReport: Sendable {
        /// What contradicts itself, each with file and page: the first thousand. Empty for a whole file.
        public let problems: [Error]
        /// Pages in use.
        public let pages: Int
        /// Objects of all classes, embedded ones included.
        public let objects: Int
    }

    /// Every page once, order, counts, links against backlinks, indexes, ghosts, checksums, of the newest committed
    /// state. Throws only if it cannot run; lists what it finds. O(file), with memory for the links.
    @discardableResult
    public func check() throws -> CheckReport {
        let report: FileCheck.Report
        do throws(StorageError) { report = try FileCheck.run(context.session.database) } catch {
            throw context.realmError(error, nil)
        }
        return CheckReport(
            problems: report.problems.map { context.realmError($0, nil) }, pages: report.pageCount,
            objects: report.objectCount)
    }
}
