// Handing out the same object for one row after another, because making one is what a step of a walk costs.
import QuireStorage

/// A list or an inverse of an accessor, which somebody may have kept.
protocol CollectionField: PropertyAccessor {
    /// Nobody but the accessor holds it.
    func isHeldByNobodyElse(_ object: Object) -> Bool
}

extension ListAccessor: CollectionField {
    func isHeldByNobodyElse(_ object: Object) -> Bool {
        let wrapper = unsafe (object.storage + fieldOffset).assumingMemoryBound(to: Persisted<List<Element>>.self)
        return unsafe isKnownUniquelyReferenced(&wrapper.pointee.value)
    }
}

extension WrappedInverseAccessor: CollectionField {
    func isHeldByNobodyElse(_ object: Object) -> Bool {
        let wrapper = unsafe (object.storage + fieldOffset).assumingMemoryBound(to: Persisted<LinkingObjects<E>>.self)
        return unsafe isKnownUniquelyReferenced(&wrapper.pointee.value.box)
    }
}

extension StoredInverseAccessor: CollectionField {
    func isHeldByNobodyElse(_ object: Object) -> Bool {
        let inverse = unsafe (object.storage + fieldOffset).assumingMemoryBound(to: LinkingObjects<E>.self)
        return unsafe isKnownUniquelyReferenced(&inverse.pointee.box)
    }
}

/// What of an accessor of one class can be pointed at another row.
private struct ReusePlan: Sendable {
    /// False for a class with fields that are not stored: what they hold belongs to one object.
    let isPossible: Bool
    let collections: [any CollectionField]

    /// One for each class of the process.
    private static let known = Lock<[ObjectIdentifier: ReusePlan]>([:])

    static func plan(for binding: ClassBinding) -> ReusePlan {
        let key = ObjectIdentifier(binding.type)
        if let plan = known.withLock({ $0[key] }) { return plan }
        let plan = ReusePlan(binding)
        known.withLock { $0[key] = plan }
        return plan
    }

    private init(_ binding: ClassBinding) {
        let fields = ClassFields.reflected(binding.type)?.count
        let ownFields = ClassFields.reflected(Object.self)?.count
        isPossible = fields != nil && fields == ownFields.map { $0 + binding.properties.count }
        collections = binding.properties.compactMap { $0.description.accessor as? any CollectionField }
    }
}

/// Points accessors of one class at other rows.
struct AccessorReuse {
    private let binding: ClassBinding
    private let plan: ReusePlan

    init(_ binding: ClassBinding) {
        self.binding = binding
        plan = ReusePlan.plan(for: binding)
    }

    /// An accessor of a row: the last one if nobody else holds it or one of its collections, else a new one, which
    /// `last` becomes.
    @inline(__always)
    func accessor(of row: RowID, _ context: RealmContext, last: inout Object?) -> Object {
        guard plan.isPossible else { return context.object(binding, row) }
        if isKnownUniquelyReferenced(&last), let last, plan.collections.allSatisfy({ $0.isHeldByNobodyElse(last) }) {
            context.bindState(of: last, binding, row)
            last.isDeletedHere = false
            if !plan.collections.isEmpty { binding.bindFields(of: last, row) }
            return last
        }
        let made = context.object(binding, row)
        last = made
        return made
    }

    /// Tells an accessor where its row is, which holds until the stamp moves.
    @inline(__always)
    static func locate(_ object: Object, _ location: RowLocation) {
        guard let cell = unsafe object.stampCell else { return }
        unsafe object.leaf = location.leaf.start
        unsafe object.slot = UInt32(truncatingIfNeeded: location.slot)
        unsafe object.readStamp = cell.pointee
    }
}
