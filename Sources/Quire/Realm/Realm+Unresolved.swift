// Keys that something refers to and nobody has brought yet.

import QuireStorage

extension Realm {
    /// A key that links wait for.
    public struct UnresolvedKey: Sendable {
        /// Int, String or UUID, as the key's own type.
        public let key: any Hashable & Sendable
        /// How many links wait for it, one for each place in a list.
        public let count: Int
        /// "Class.property" → number of links.
        public let origins: [String: Int]
    }

    /// The awaited keys of a class, in key order. O(their number).
    public func unresolved<T: Object>(_ type: T.Type) -> [UnresolvedKey] {
        guard let binding = context.bindingToRead(type), let coder = binding.primaryKey?.description.accessor.coder
        else { return [] }
        return context.attempt([]) { () throws(StorageError) in
            var keys: [UnresolvedKey] = []
            for ghost in try binding.table.ghosts() {
                guard let key = coder.keyValue(ghost.key) else { continue }
                keys.append(
                    UnresolvedKey(
                        key: key, count: ghost.incoming, origins: try context.origins(of: ghost.row, binding)))
            }
            return keys
        }
    }

    /// Drops them and every link to them; how many keys. Inside a write.
    @discardableResult
    public func removeUnresolved<T: Object>(_ type: T.Type) -> Int {
        context.requireWrite("remove unresolved keys of \(type)")
        let binding = context.binding(type)
        return context.change(0) { () throws(StorageError) in try binding.table.removeGhosts() }
    }
}

extension RealmContext {
    /// Which properties link to a row, and how often.
    fileprivate func origins(of row: RowID, _ target: ClassBinding) throws(StorageError) -> [String: Int] {
        var origins: [String: Int] = [:]
        for binding in orderedBindings {
            for property in binding.properties where property.target === target && property.column >= 0 {
                let count = try property.table.backlinkCount(property.column, to: row)
                if count > 0 { origins["\(binding.name).\(property.name)"] = count }
            }
        }
        return origins
    }
}
