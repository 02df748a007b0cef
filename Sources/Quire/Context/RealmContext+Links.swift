// Following a link. The wrapper of a managed link keeps the last accessor that it gave, and gives it again: for the
// same row always, for another one if nobody else holds it. Which accessor one gets is not promised, and making one is
// what a hop costs. The rest of it is counting references, so the usual way counts none but that of the answer.

import QuireStorage

/// What following a link takes: one for each property of a class. The context owns what it refers to, and whoever
/// follows a link holds the context.
@safe
struct LinkRoute {
    let target: Unmanaged<ClassBinding>
    let targetTable: Unmanaged<Table>
    let context: Unmanaged<RealmContext>
    /// From the object's start to the accessor that the wrapper keeps.
    let keptOffset: Int

    init?(_ property: PropertyBinding) {
        guard property.description.kind == .link, let target = property.target else { return nil }
        unsafe self.target = .passUnretained(target)
        unsafe targetTable = .passUnretained(target.table)
        unsafe context = .passUnretained(target.context)
        keptOffset = property.description.accessor.fieldOffset
    }
}

extension Object {
    /// Accessors that are kept by kept accessors end here, so that a walk along a chain does not keep the chain.
    static var linkDepthLimit: UInt8 { 8 }

    /// The object that a link leads to, or one that a single inverse finds.
    @usableFromInline
    @inline(never)
    final func readLink(_ column: UInt32) -> Object? {
        guard isInLeaf(column), let location, let route = linkRoute(column) else { return readLinkByTable(column) }
        return unsafe route.context._withUnsafeGuaranteedRef { context in
            unsafe route.target._withUnsafeGuaranteedRef { target in
                unsafe route.targetTable._withUnsafeGuaranteedRef { table in
                    if context.isDoomed { return nil }
                    do throws(StorageError) {
                        let leafColumn = Int(column & ColumnNumber.leafMask)
                        guard let row = try Table.link(at: location, leafColumn, in: table) else { return nil }
                        return try unsafe linked(row, target, context, kept: storage + route.keptOffset)
                    } catch {
                        context.found(context.realmError(error, place(column)))
                        return nil
                    }
                }
            }
        }
    }

    @inline(__always)
    private final func linkRoute(_ column: UInt32) -> LinkRoute? {
        unsafe uncheckedState.bindingReference?._withUnsafeGuaranteedRef { binding in
            unsafe binding.linkRoutes?[ColumnNumber.propertyIndex(column)]
        }
    }

    /// The same where the link lies outside of the leaf, and for single inverses.
    private final func readLinkByTable(_ column: UInt32) -> Object? {
        let property = place(column)
        let context = property.context
        return context.attempt(nil, at: property) { () throws(StorageError) in
            let kept = unsafe storage + property.description.accessor.fieldOffset
            if let origin = property.origin {
                guard let found = try origin.table.backlink(origin.column, to: row, at: 0) else { return nil }
                return try unsafe linked(found, origin.owner, context, kept: kept)
            }
            guard let target = property.target, case .link(let found) = try property.table.value(row, property.column)
            else { return nil }
            return try unsafe linked(found, target, context, kept: kept)
        }
    }

    /// An accessor of the row that a link of this object leads to. `kept`: where the wrapper keeps one.
    @inline(__always)
    private final func linked(
        _ row: RowID, _ target: ClassBinding, _ context: RealmContext, kept address: UnsafeMutableRawPointer
    ) throws(StorageError) -> Object {
        let kept = unsafe address.assumingMemoryBound(to: Object?.self)
        if let last = unsafe address.load(as: UnsafeRawPointer?.self),
            unsafe Unmanaged<Object>.fromOpaque(last)._withUnsafeGuaranteedRef({ last in
                last.row == row && last.isBound(to: target) && last.isFit(context)
            }), let last = unsafe kept.pointee
        {
            return last
        }
        let depth = linkDepth
        if depth >= Self.linkDepthLimit { return try target.object(referenced: row) }
        let location = try target.locate(referenced: row)
        return unsafe target.accessor(of: row, at: location, kept: &kept.pointee, in: context, linkDepth: depth + 1)
    }

    /// The accessor shows what a new one would show.
    @inline(__always)
    private final func isFit(_ context: RealmContext) -> Bool {
        !isDeletedHere && epoch == context.epoch && (birth == 0 || !isFromRolledBackScope)
    }
}
