// Handing out the same object for one row after another, because making one is what a step of a walk costs.
import QuireStorage

/// A list or an inverse of an accessor, which somebody may have kept: at the beginning of the property stands one
/// reference, to the list or to what the inverse is made of.
protocol CollectionField: PropertyAccessor {}

extension ListAccessor: CollectionField {}
extension WrappedInverseAccessor: CollectionField {}
extension StoredInverseAccessor: CollectionField {}

/// What of an accessor of one class can be pointed at another row.
struct ReusePlan: Sendable {
    /// False for a class with fields that are not stored: what they hold belongs to one object.
    let isPossible: Bool
    /// From the object's start to its lists and inverses.
    let collectionOffsets: [Int]

    /// One for each class of the process.
    private static let known = Lock<[ObjectIdentifier: ReusePlan]>([:])

    fileprivate static func plan(for binding: ClassBinding) -> ReusePlan {
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
        collectionOffsets = binding.properties.compactMap {
            ($0.description.accessor as? any CollectionField)?.fieldOffset
        }
    }
}

/// Whether accessors of a class can be pointed at other rows.
enum Reuse: UInt8 {
    case unknown, impossible, plain
    /// Only while nobody holds one of its collections.
    case withCollections
}

extension ClassBinding {
    /// An accessor of a row: the one that was kept, if nobody else holds it or one of its collections, else a new one,
    /// which is kept. `location`: where the row is.
    @inline(__always)
    func accessor(
        of row: RowID, at location: RowLocation, kept: inout Object?, in context: RealmContext, linkDepth: UInt8 = 0
    ) -> Object {
        if Object.isHeldOnce(&kept), let last = kept, last.isBound(to: self), reuse == .plain || canPoint(last) {
            context.point(last, at: row)
            if hasCollections { bindCollections(of: last, row) }
            last.take(location)
            return last
        }
        let made = type.init()
        made.linkDepth = linkDepth
        context.bind(made, self, row)
        made.take(location)
        kept = made
        return made
    }

    private func canPoint(_ object: Object) -> Bool {
        switch reuse {
        case .plain: return true
        case .impossible: return false
        case .unknown:
            learnReuse()
            return canPoint(object)
        case .withCollections:
            for offset in collectionOffsets {
                let field = unsafe (object.storage + offset).assumingMemoryBound(to: AnyObject?.self)
                if unsafe !Object.isHeldOnce(&field.pointee) { return false }
            }
            return true
        }
    }

    @inline(never)
    private func learnReuse() {
        let plan = ReusePlan.plan(for: self)
        collectionOffsets = plan.collectionOffsets
        reuse = !plan.isPossible ? .impossible : plan.collectionOffsets.isEmpty ? .plain : .withCollections
    }
}

extension RealmContext {
    /// An accessor of a row: the one that a lookup or a position gave last, if it may be given again.
    @inline(__always)
    func accessor(_ binding: ClassBinding, _ row: RowID, at location: RowLocation) -> Object {
        if let keeper { return keeper.accessor(binding, row, at: location) }
        let made = object(binding, row)
        made.take(location)
        return made
    }
}

extension Realm {
    /// The same.
    @inline(__always)
    func accessor(_ binding: ClassBinding, _ row: RowID, at location: RowLocation) -> Object {
        while kept.count <= binding.number { kept.append(nil) }
        return binding.accessor(of: row, at: location, kept: &kept[binding.number], in: context)
    }
}

extension Object {
    /// What the count of references of an instance says that one strong reference leads to and neither a weak nor an
    /// unowned one.
    private static var singleReference: UInt { 3 }

    /// One strong reference leads to the object, and no weak or unowned one, which would follow it to another row.
    /// Where the runtime counts in another way the answer is no.
    @inline(__always)
    static func isHeldOnce<T: AnyObject>(_ object: inout T?) -> Bool {
        guard let address = unsafe unsafeBitCast(object, to: UnsafeRawPointer?.self) else { return false }
        return unsafe address.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self) == singleReference
            && isKnownUniquelyReferenced(&object)
    }
}
