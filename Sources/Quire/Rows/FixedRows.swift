// Rows that somebody named, such as those that an import brought.
import QuireStorage

/// These rows, in this order, without those that were deleted since; remembered for one version.
final class FixedRows {
    let named: [RowID]
    private var cache = VersionCache<RowID>()

    init(_ named: [RowID]) { self.named = named }

    func rows(in binding: ClassBinding) throws(StorageError) -> [RowID] {
        try cache.elements(in: binding.context) { () throws(StorageError) in
            var existing: [RowID] = []
            existing.reserveCapacity(named.count)
            for row in named where try binding.table.contains(row) { existing.append(row) }
            return existing
        }
    }
}
