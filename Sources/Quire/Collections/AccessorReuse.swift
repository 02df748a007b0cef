// Handing out the same object for one row after another, because making one is what a step of a walk costs.
import QuireStorage
import Synchronization

/// Decides for which classes an accessor can be pointed at another row, and does it.
enum AccessorReuse {
    private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

    /// True for a class whose instances hold nothing of their own: no list or inverse, which somebody may have kept, and no
    /// field that is not stored.
    static func isPossible(_ binding: ClassBinding) -> Bool {
        let key = ObjectIdentifier(binding.type)
        if let answer = known.withLock({ $0[key] }) { return answer }
        let answer = holdsNothing(binding)
        known.withLock { $0[key] = answer }
        return answer
    }

    private static func holdsNothing(_ binding: ClassBinding) -> Bool {
        guard let fields = ClassFields.reflected(binding.type), let base = ClassFields.reflected(Object.self),
            !binding.properties.contains(where: { $0.description.accessor.needsBinding })
        else { return false }
        return fields.count == base.count + binding.properties.count
    }

    /// Makes an accessor that nobody else holds the accessor of another row of its class.
    @inline(__always)
    static func point(_ object: Object, at row: RowID, _ binding: ClassBinding, _ context: RealmContext) {
        context.bindState(of: object, binding, row)
        object.isDeletedHere = false
    }
}
