// Proofs that the file is whole.

import QuireStorage

extension Realm {
    /// Reads every page of the class, those of its keys, indexes and inverses too: throws `.damaged` with the first bad
    /// page. `check` proves more.
    public func verify<T: Object>(_ type: T.Type) throws {
        guard let binding = context.bindingToRead(type) else { return }
        do throws(StorageError) { try binding.table.verify() } catch {
            throw Error(error, file: context.path, className: binding.name)
        }
    }
}
