// A file on which calls fail as planned.

package import QuireStorage
import Synchronization

/// Passes everything on until the plan says otherwise.
package final class FailingFile: ForwardingFile {
    package enum Call: Equatable, Sendable { case read, write, map, truncate, sync }

    package struct Plan: Sendable {
        /// Fails the n-th changing call (write, truncate, sync) from now on, counted from 0; nil fails none.
        package var failingCall: Int?
        /// Fails the n-th sync from now on, counted from 0.
        package var failingSync: Int?
        /// All later calls of those kinds fail too.
        package var isSticky = false
        /// Fails calls of these kinds, always.
        package var failingKinds: [Call] = []
        package var code = StorageError.Code.fileAccess
        /// A failing write still writes this many bytes.
        package var partialByteCount = 0
        /// The file cannot become longer than this.
        package var capacity = Int.max

        package init() {}
    }

    private struct Content {
        var plan = Plan()
        var callCount = 0
        var syncCount = 0
    }

    package let base: any StorageFile
    private let content = Mutex(Content())

    package init(_ base: any StorageFile) { self.base = base }

    /// Changing calls since the plan was set.
    package var callCount: Int { content.withLock { $0.callCount } }
    package func set(_ plan: Plan) {
        content.withLock { content in
            content.plan = plan
            content.callCount = 0
            content.syncCount = 0
        }
    }

    /// The plan, if this call fails by it.
    private func failure(_ call: Call) -> Plan? {
        content.withLock { content in
            let plan = content.plan
            var fails = plan.failingKinds.contains(call)
            if call != .read, call != .map {
                if let number = plan.failingCall {
                    fails = fails || content.callCount == number || plan.isSticky && content.callCount > number
                }
                content.callCount += 1
            }
            if call == .sync {
                if let number = plan.failingSync {
                    fails = fails || content.syncCount == number || plan.isSticky && content.syncCount > number
                }
                content.syncCount += 1
            }
            return fails ? plan : nil
        }
    }

    private var capacity: Int { content.withLock { $0.plan.capacity } }

    private func error(_ call: Call, _ code: StorageError.Code) -> StorageError {
        StorageError(code, "The \(call) of \(path) failed as planned.", systemError: 5)
    }

    package func read(at offset: Int, into node: Node, byteCount: Int) throws(StorageError) -> Int {
        if let plan = failure(.read) { throw error(.read, plan.code) }
        return try base.read(at: offset, into: node, byteCount: byteCount)
    }
    package func write(_ bytes: ByteView, at offset: Int) throws(StorageError) {
        if let plan = failure(.write) {
            if plan.partialByteCount > 0 {
                try base.write(bytes.slice(0, min(plan.partialByteCount, bytes.count)), at: offset)
            }
            throw error(.write, plan.code)
        }
        guard offset + bytes.count <= max(capacity, try base.byteCount()) else { throw error(.write, .diskFull) }
        try base.write(bytes, at: offset)
    }
    package func map(at offset: Int, byteCount: Int) throws(StorageError) -> MemoryRegion {
        if let plan = failure(.map) { throw error(.map, plan.code) }
        return try base.map(at: offset, byteCount: byteCount)
    }
    package func truncate(to byteCount: Int) throws(StorageError) {
        if let plan = failure(.truncate) { throw error(.truncate, plan.code) }
        guard byteCount <= max(capacity, try base.byteCount()) else { throw error(.truncate, .diskFull) }
        try base.truncate(to: byteCount)
    }
    package func sync(_ kind: SyncKind) throws(StorageError) {
        if let plan = failure(.sync) { throw error(.sync, plan.code) }
        try base.sync(kind)
    }
}
