// Which objects only stand for a key that a payload named.

import QuireStorage

extension Realm {
    /// True for an object that `missing: .placeholder` made and no payload, add or create has filled since. O(1)
    /// while the file has no placeholders, else O(log n).
    public func isPlaceholder(_ object: Object) -> Bool {
        guard object.context === context, let binding = object.binding else { return false }
        return context.attempt(false) { () throws(StorageError) in
            try Placeholders.isPlaceholder(object.row, binding.table, context.session)
        }
    }
}
