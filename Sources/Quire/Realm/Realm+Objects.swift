// Adding, creating, deleting and finding objects.

import QuireStorage

extension Realm {
    /// Makes this same instance, and all that it reaches, managed. Never throws: a clash of keys dooms the transaction
    /// and `write` throws `.duplicatePrimaryKey`. O(log n) for each object.
    public func add(_ object: Object, update: UpdatePolicy = .error) {
        context.requireWrite("add an object of \(type(of: object))")
        if context.isDoomed { return }
        let writer = context.takeWriter(update)
        add(object, with: writer)
        context.putBack(writer)
    }

    /// Adds every object of a sequence.
    public func add<S: Sequence>(_ objects: S, update: UpdatePolicy = .error) where S.Element: Object {
        context.requireWrite("add objects of \(S.Element.self)")
        let writer = context.takeWriter(update)
        defer { context.putBack(writer) }
        for object in objects {
            if context.isDoomed { return }
            add(object, with: writer)
        }
    }

    private func add(_ object: Object, with writer: ObjectWriter) {
        let binding = context.binding(type(of: object))
        if binding.isEmbedded {
            stopForMisuse(
                "\(binding.name) is an embedded class, whose objects are never added by themselves: assign it to its owner."
            )
        }
        if let owner = object.context {
            if object.isInvalidated {
                stopForMisuse("This \(binding.name) was deleted or invalidated and cannot be added: make a new one.")
            }
            guard owner === context else {
                stopForMisuse(
                    "This \(binding.name) belongs to another Realm: copy it into this one with create(_:value:update:)."
                )
            }
            return
        }
        writer.run { _ = writer.adopt(object, binding) }
    }

    /// From a dictionary, an array in property order, or an object. Never throws: see `add`. Absent keys keep what is
    /// stored, and are defaults on a new object.
    @discardableResult
    public func create<T: Object>(
        _ type: T.Type, value: Any = [String: Any](), update: UpdatePolicy = .error
    ) -> T {
        context.requireWrite("create an object of \(type)")
        if context.isDoomed { return type.init() }
        let binding = context.binding(type)
        if binding.isEmbedded {
            stopForMisuse(
                "\(binding.name) is an embedded class, whose objects are never created by themselves: assign it to its owner."
            )
        }
        func doomed(_ code: Error.Code, _ sentence: String) -> T {
            context.doom(Error(code, sentence, file: context.path, className: binding.name))
            return type.init()
        }
        if update != .error, binding.primaryKey == nil {
            return doomed(
                .noPrimaryKey,
                "\(binding.name) has no primary key, so none of its objects can be updated by one: "
                    + "create it without update:.")
        }
        guard let source = ValueSource(value) else {
            return doomed(
                .invalidValue,
                "Cannot create an object of \(binding.name) from a value of type \(Swift.type(of: value)): "
                    + "give a dictionary, an array or an object.")
        }
        if case .copy(let object) = source {
            if object.isInvalidated {
                stopForMisuse(
                    "An object of \(binding.name) cannot be created from one that was deleted or invalidated.")
            }
            // Itself is up to date already.
            if update != .error, object.context === context, let same = object as? T { return same }
        }
        let writer = context.takeWriter(update)
        defer { context.putBack(writer) }
        guard let row = writer.run({ writer.place(source, binding) }), !context.isDoomed,
            let made = context.object(binding, row) as? T
        else { return type.init() }
        return made
    }

    /// Removes it, its links and its embedded objects. O(log n) for each link to it. An object of another Realm, or the
    /// same accessor twice: misuse.
    public func delete(_ object: Object) {
        context.requireWrite("delete an object of \(type(of: object))")
        if context.isDoomed { return }
        guard object.context === context, !object.isDeletedHere, let binding = object.binding else {
            stopForMisuse(
                "This \(type(of: object)) cannot be deleted: it is not managed by this Realm, or was deleted already.")
        }
        if !object.isFromRolledBackScope {
            context.change(()) { () throws(StorageError) in
                try Placeholders.clear(object.row, binding.table, context.session)
                try binding.table.delete(object.row)
            }
        }
        if !context.isDoomed { object.isDeletedHere = true }
    }

    /// Deletes every object of a sequence.
    public func delete<S: Sequence>(_ objects: S) where S.Element: Object {
        // The sequence may be a live view of what is being deleted.
        for object in Array(objects) { delete(object) }
    }

    /// Deletes the objects that a list leads to.
    public func delete<E: Object>(_ objects: List<E>) {
        for object in Array(objects) where !object.isInvalidated { delete(object) }
    }

    /// Every object of every class of this Realm's schema.
    public func deleteAll() {
        context.requireWrite("delete all objects")
        for binding in context.orderedBindings {
            context.change(()) { () throws(StorageError) in try binding.table.deleteAll() }
        }
        context.change(()) { () throws(StorageError) in
            try context.session.table(Placeholders.className)?.deleteAll()
        }
    }

    /// All objects of exactly this class, lazy and live, in row order. Of a class that a read-only file lacks there are
    /// none. O(1).
    public func objects<T: Object>(_ type: T.Type) -> Results<T> {
        guard let binding = context.bindingToRead(type) else { return Results(_ElementSource(.unmanaged([]))) }
        return Results(all: binding)
    }

    /// O(log n). nil as the key finds the row whose optional key is nil. A key of a wrong type stops the program.
    @inlinable
    public func object<T: Object, K>(ofType type: T.Type, forPrimaryKey key: K) -> T? {
        // The usual keys, without asking what they are where the compiler knows it.
        if K.self == String.self {
            return unsafe unsafeBitCast(found(type, textKey: unsafeBitCast(key, to: String.self)), to: T?.self)
        }
        if K.self == Int.self {
            return unsafe unsafeBitCast(found(type, integerKey: unsafeBitCast(key, to: Int.self)), to: T?.self)
        }
        return unsafe unsafeBitCast(found(type, key: key), to: T?.self)
    }

    @usableFromInline
    func found(_ type: Object.Type, textKey key: String) -> Object? {
        guard let binding = context.bindingToRead(type) else { return nil }
        guard binding.keyKind == .text else { return found(type, key: key) }
        return found(binding) { () throws(StorageError) in try binding.table.find(textKey: key) }
    }

    @usableFromInline
    func found(_ type: Object.Type, integerKey key: Int) -> Object? {
        guard let binding = context.bindingToRead(type) else { return nil }
        guard binding.keyKind == .eight else { return found(type, key: key) }
        return found(binding) { () throws(StorageError) in try binding.table.find(key: .int(Int64(key))) }
    }

    @usableFromInline
    func found<K>(_ type: Object.Type, key: K) -> Object? {
        guard let binding = context.bindingToRead(type) else { return nil }
        guard let property = binding.primaryKey else {
            stopForMisuse(
                "\(binding.name) has no primary key to find an object by: mark one with @Persisted(primaryKey: "
                    + "true).")
        }
        guard let value = keyValue(key, property) else { return nil }
        return found(binding) { () throws(StorageError) in try binding.table.find(key: value) }
    }

    @inline(__always)
    private func found(_ binding: ClassBinding, _ find: () throws(StorageError) -> RowID?) -> Object? {
        if context.isDoomed { return nil }
        do throws(StorageError) {
            guard let row = try find() else { return nil }
            return accessor(binding, row, at: try binding.locate(referenced: row))
        } catch {
            context.found(context.realmError(error, binding.primaryKey))
            return nil
        }
    }

    private func keyValue<K>(_ key: K, _ property: PropertyBinding) -> Value? {
        guard let coder = property.description.accessor.coder else { return nil }
        do throws(CoercionFailure) { return try coder.coerce(key) } catch {
            // A number beyond the key's type, or nil for a required key: no object has it.
            if error != .mismatch { return nil }
            stopForMisuse(
                "\(key) of type \(K.self) cannot be a key of \(property.owner.name): use the type of "
                    + "\(property.owner.name).\(property.name).")
        }
    }
}
