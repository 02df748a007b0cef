// Following a link. The wrapper of a managed link keeps the last accessor that it gave, and gives it again: for the
// same row always, for another one if nobody else holds it. Which accessor one gets is not promised, and making one is
// what a hop costs.

import QuireStorage

extension Object {
    /// Accessors that are kept by kept accessors end here, so that a walk along a chain does not keep the chain.
    static var linkDepthLimit: UInt8 { 8 }

    /// An accessor of the row that a link of this object leads to.
    final func linked(
        _ row: RowID, _ target: ClassBinding, _ property: PropertyBinding
    ) throws(StorageError) -> Object {
        let context = target.context
        let kept = unsafe (storage + property.description.accessor.fieldOffset).assumingMemoryBound(to: Object?.self)
        if let last = unsafe kept.pointee, last.row.rawValue == row.rawValue, last.binding === target,
            last.isFit(context)
        {
            return last
        }
        let depth = linkDepth
        if depth >= Self.linkDepthLimit { return try target.object(referenced: row) }
        let location = try target.locate(referenced: row)
        return unsafe target.accessor(of: row, at: location, kept: &kept.pointee, linkDepth: depth + 1)
    }

    /// The accessor shows what a new one would show.
    private func isFit(_ context: RealmContext) -> Bool {
        !isDeletedHere && epoch == context.epoch && (birth == 0 || !isFromRolledBackScope)
    }
}
