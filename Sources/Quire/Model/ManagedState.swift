// What the slow paths know of a managed object. Accesses never overlap, because nothing here calls out, so exclusivity
// is not checked at run time.

import QuireStorage

/// The row behind an accessor.
@safe
struct ManagedState {
    var row = RowID(0)
    /// The class as the Realm sees it; nil while unmanaged. The context owns it.
    var bindingReference: Unmanaged<ClassBinding>?
    /// The context's epoch when this became an accessor; another one means that the Realm was invalidated.
    var epoch: UInt32 = 0
    /// The scope of the write in which this became an accessor, 0 outside of writes; see `RealmContext+Rollbacks`.
    var birth: UInt32 = 0
    /// Deleted through this accessor.
    var isDeletedHere = false
    /// How many kept accessors lead here; see `RealmContext+Links`.
    var linkDepth: UInt8 = 0
}

extension Object {
    final var row: RowID {
        get { unsafe uncheckedState.row }
        set { unsafe uncheckedState.row = newValue }
    }

    /// The class as the Realm sees it; nil while unmanaged.
    final var binding: ClassBinding? {
        get { unsafe uncheckedState.bindingReference?.takeUnretainedValue() }
        set { unsafe uncheckedState.bindingReference = newValue.map { unsafe Unmanaged.passUnretained($0) } }
    }

    /// Whether the object is of this class of this Realm. Counts no references.
    @inline(__always)
    final func isBound(to binding: ClassBinding) -> Bool {
        unsafe uncheckedState.bindingReference?.toOpaque() == Unmanaged.passUnretained(binding).toOpaque()
    }

    /// Nil while unmanaged.
    final var context: RealmContext? {
        get { unsafe uncheckedContext }
        set { unsafe uncheckedContext = newValue }
    }

    final var epoch: UInt32 {
        get { unsafe uncheckedState.epoch }
        set { unsafe uncheckedState.epoch = newValue }
    }

    final var birth: UInt32 {
        get { unsafe uncheckedState.birth }
        set { unsafe uncheckedState.birth = newValue }
    }

    final var isDeletedHere: Bool {
        get { unsafe uncheckedState.isDeletedHere }
        set { unsafe uncheckedState.isDeletedHere = newValue }
    }

    final var linkDepth: UInt8 {
        get { unsafe uncheckedState.linkDepth }
        set { unsafe uncheckedState.linkDepth = newValue }
    }
}
