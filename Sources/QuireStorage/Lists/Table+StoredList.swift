// A list as it is stored, for callers that compare it with what they are about to store.

extension Table {
    /// All elements in order, ghosts included: two equal lists need not be written again. O(n).
    package func storedList(_ row: RowID, _ column: Int) throws(StorageError) -> [Value] {
        try rawList(row.rawValue, column)
    }
}
