// Which versions of the data are in use.

import QuireStorage

extension Realm {
    /// What keeps pages of older versions in the file.
    public struct ActiveVersions: Sendable {
        /// Versions that somebody reads, in this process or another, and the newest one.
        public let count: Int
        /// The number of the oldest of them. Numbers grow with every transaction.
        public let oldest: UInt64
        /// The number of the newest version.
        public let newest: UInt64
    }

    /// The versions that are in use. A Realm that nobody refreshes, or an application that was stopped, keeps its
    /// version, and the file grows with what is written meanwhile. Costs microseconds for each version that another
    /// process reads.
    public func activeVersions() throws -> ActiveVersions {
        let versions = try context.engine { () throws(StorageError) in try context.session.database.activeVersions() }
        return ActiveVersions(
            count: versions.count, oldest: versions.first?.rawValue ?? 0, newest: versions.last?.rawValue ?? 0)
    }
}
