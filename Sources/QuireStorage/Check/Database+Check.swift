// What a check needs to know of a committed state besides its trees.

extension Database {
    /// Pages that a pinned state covers.
    func pageCount(of transaction: TransactionID) -> Int { states.pinned(transaction)?.pageCount ?? 0 }

    /// The free bitmap of a pinned state, read anew from the file.
    func freeBitmap(of transaction: TransactionID) throws(StorageError) -> FreeBitmap {
        guard let state = states.pinned(transaction) else {
            throw StorageError(.fail, "A check needs a pinned state; please report this defect.")
        }
        return try FreeBitmap(file, root: state.freeBitmapRoot, pageCount: state.pageCount)
    }
}
