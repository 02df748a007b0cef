// The slow paths of managed objects: finding the row again, and every value that is not one load or store.

import QuireStorage

extension Object {
    /// The class of a managed object.
    final var managedBinding: ClassBinding {
        guard let binding else { stopForMisuse("The object is not managed by a Realm.") }
        return binding
    }

    /// "Product.name", for sentences.
    final func place(_ column: UInt32) -> PropertyBinding {
        managedBinding.properties[ColumnNumber.propertyIndex(column)]
    }

    /// The stamp has not moved since the row was located.
    final var isLocated: Bool {
        guard let cell = unsafe stampCell else { return false }
        return unsafe readStamp == cell.pointee
    }

    /// Finds the row again after the stamp moved. False if the scope is doomed; a deleted object stops the program.
    @usableFromInline
    @inline(never)
    final func locateToRead(_ column: UInt32) -> Bool {
        let binding = managedBinding
        let context = binding.context
        if context.isDoomed { return false }
        if isDeletedHere || isFromRolledBackScope { stopForDeadObject(column) }
        do throws(StorageError) {
            guard let location = try binding.table.locate(row) else { stopForDeadObject(column) }
            take(location)
            return true
        } catch {
            context.found(context.realmError(error, place(column)))
            return false
        }
    }

    /// As `locateToRead`, to change columns in place.
    @usableFromInline
    @inline(never)
    final func locateToWrite(_ column: UInt32) -> Bool {
        let binding = managedBinding
        let context = binding.context
        context.requireWrite("change", place(column))
        if context.isDoomed { return false }
        if isDeletedHere || isFromRolledBackScope { stopForDeadObject(column) }
        context.changeCount &+= 1
        do throws(StorageError) {
            guard let location = try binding.table.locateForChange(row) else { stopForDeadObject(column) }
            take(location)
            unsafe writeStamp = readStamp
            return true
        } catch {
            context.doom(context.realmError(error, place(column)))
            return false
        }
    }

    /// Where the row is, until the stamp moves.
    @inline(__always)
    final func take(_ location: RowLocation) {
        unsafe leaf = location.leaf.start
        unsafe slot = UInt32(truncatingIfNeeded: location.slot)
        guard let cell = unsafe stampCell else { return }
        unsafe readStamp = cell.pointee
        unsafe seenClock = UInt32(truncatingIfNeeded: cell[1])
    }

    /// The row was there, and none can have gone since: a clock that has moved too far for the number kept here says no.
    @inline(__always)
    final var isSeen: Bool {
        guard let cell = unsafe stampCell else { return false }
        return unsafe UInt64(seenClock) == cell[1]
    }

    final func noteSeen() {
        if let cell = unsafe stampCell { unsafe seenClock = UInt32(truncatingIfNeeded: cell[1]) }
    }

    /// Where the row is; nil where the stamp moved.
    @inline(__always)
    final var location: RowLocation? {
        guard isLocated, let leaf = unsafe leaf else { return nil }
        return unsafe RowLocation(leaf: Node(start: leaf), slot: Int(slot))
    }

    private final func stopForDeadObject(_ column: UInt32) -> Never {
        let property = place(column)
        stopForMisuse(
            "\(property.owner.name).\(property.name): the object has been deleted or invalidated; "
                + "test isInvalidated, or fetch it again from its Realm.")
    }

    // MARK: Reading

    /// Reads a property of any type; nil where the scope is doomed.
    @usableFromInline
    @inline(never)
    final func readGeneral<T>(_ column: UInt32, _ type: T.Type) -> T? {
        let property = place(column)
        let coder = property.coder(of: T.self)
        let context = property.context
        let value = readValue(property)
        if context.isDoomed { return nil }
        if let result = coder.decode(value, context) { return result }
        foundInvalidCase(column)
        return nil
    }

    final func readValue(_ property: PropertyBinding) -> Value {
        property.context.attempt(.none, at: property) { () throws(StorageError) in
            try property.table.value(row, property.column)
        }
    }

    @usableFromInline
    @inline(never)
    final func readText(_ column: UInt32) -> String { readOptionalText(column) ?? "" }

    @usableFromInline
    @inline(never)
    final func readOptionalText(_ column: UInt32) -> String? {
        if isInLeaf(column), let location, let binding, !binding.context.isDoomed {
            do throws(StorageError) {
                return try binding.table.text(at: location, Int(column & ColumnNumber.leafMask))
            } catch {
                binding.context.found(binding.context.realmError(error, place(column)))
                return nil
            }
        }
        if case .text(let text) = readValue(place(column)) { return text }
        return nil
    }

    /// A stored raw value that no case of the enum has: damage.
    @usableFromInline
    @inline(never)
    final func foundInvalidCase(_ column: UInt32) {
        place(column).foundValueWithoutCase()
    }

    // MARK: Writing

    /// The property, if it may be changed now; nil where the scope is doomed. Every misuse stops the program.
    private final func propertyToChange(_ column: UInt32) -> PropertyBinding? {
        let property = place(column)
        let context = property.context
        context.requireWrite("change", property)
        if context.isDoomed { return nil }
        if !isLocated, !locateToRead(column) { return nil }
        if property.description.isPrimaryKey {
            stopForMisuse(
                "\(property.owner.name).\(property.name) is a primary key, which cannot change after the object was "
                    + "added: create another object instead.")
        }
        if property.column < 0 {
            stopForMisuse(
                "\(property.owner.name).\(property.name) is an inverse and cannot be assigned: change the property that "
                    + "links here instead.")
        }
        return property
    }

    final func writeValue(_ column: UInt32, _ value: Value) {
        guard let property = propertyToChange(column) else { return }
        property.context.change((), at: property) { () throws(StorageError) in
            try property.table.set(row, property.column, value)
        }
    }

    @usableFromInline
    @inline(never)
    final func writeInteger(_ column: UInt32, _ value: Int64) { writeValue(column, .int(value)) }
    @usableFromInline
    @inline(never)
    final func writeDouble(_ column: UInt32, _ value: Double) { writeValue(column, .double(value)) }
    @usableFromInline
    @inline(never)
    final func writeFloat(_ column: UInt32, _ value: Float) { writeValue(column, .float(value)) }
    @usableFromInline
    @inline(never)
    final func writeBool(_ column: UInt32, _ value: Bool) { writeValue(column, .bool(value)) }
    @usableFromInline
    @inline(never)
    final func writeDate(_ column: UInt32, _ value: Double) { writeValue(column, .date(value)) }
    @usableFromInline
    @inline(never)
    final func writeText(_ column: UInt32, _ value: String?) {
        writeValue(column, value.map { .text($0) } ?? .none)
    }
    @usableFromInline
    @inline(never)
    final func writeNil(_ column: UInt32) { writeValue(column, .none) }

    /// Writes a property of any type but links and collections.
    @usableFromInline
    @inline(never)
    final func writeGeneral<T>(_ column: UInt32, _ value: T) {
        writeValue(column, place(column).coder(of: T.self).encodeScalar(value))
    }

    /// Links to an object, which is added first if it is unmanaged.
    @usableFromInline
    @inline(never)
    final func writeLink(_ column: UInt32, _ value: Object?) {
        guard let property = propertyToChange(column), let target = property.target else { return }
        guard let value else { return writeValue(column, .none) }
        if target.isEmbedded, value.context != nil {
            // The object that is there already may be assigned to itself.
            if case .link(let current) = readValue(property), value.context === context, current == value.row { return }
        }
        guard let linked = property.context.rowToLink(value, target) else { return }
        property.context.change((), at: property) { () throws(StorageError) in
            try property.table.set(row, property.column, .link(linked))
        }
    }
}
