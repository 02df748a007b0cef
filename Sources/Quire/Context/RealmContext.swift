// What all accessors of one Realm share.

import QuireStorage

/// The session of one Realm, its classes and its scopes. Not Sendable: belongs to the isolation of its Realm.
final class RealmContext {
    let session: Session
    let configuration: Realm.Configuration
    /// The file, or the name of the store in memory; for errors.
    let path: String?
    let schema: Schema
    /// The Realm that owns this context, or one made anew for objects that outlived it.
    private weak var realm: Realm?
    /// The same, which keeps the objects to be given again; it takes itself away.
    @safe @exclusivity(unchecked) unowned(unsafe) var keeper: Realm?
    private(set) var bindings: [ObjectIdentifier: ClassBinding] = [:]
    /// The class that was asked for last, and its binding.
    @safe @exclusivity(unchecked) private var lastType: ObjectIdentifier?
    @safe @exclusivity(unchecked) private unowned(unsafe) var lastBinding: ClassBinding?
    /// In the order of the schema.
    private(set) var orderedBindings: [ClassBinding] = []

    /// The open scopes, outermost first.
    @safe @exclusivity(unchecked) var scopes: [Scope] = []
    /// A write is among them.
    @safe @exclusivity(unchecked) var isInWrite = false
    /// The innermost scope, or one around it, has met an error: nothing happens in it any more.
    @safe @exclusivity(unchecked) var isDoomed = false
    /// Counts `invalidate`: accessors of another epoch are invalid.
    @safe @exclusivity(unchecked) var epoch: UInt32 = 1
    /// Counts calls of `change`: what was computed inside a write is right until it moves.
    @safe @exclusivity(unchecked) var changeCount: UInt64 = 0
    /// The serial number of the newest scope of a write; 0 is none.
    @safe @exclusivity(unchecked) var lastSerial: UInt32 = 0
    /// Scopes that were rolled back after rows had been made in them.
    @safe @exclusivity(unchecked) var rollbacks: [Rollback] = []
    /// The add or create that is running.
    @safe @exclusivity(unchecked) var writer: ObjectWriter?
    /// The writer of the last add, for the next one.
    @safe @exclusivity(unchecked) private var idleWriter: ObjectWriter?
    /// The session's schema version when the declared classes were last found to be the stored ones.
    var adoptedSchemaVersion: UInt64 = 0
    /// With this number of tables the file had no placeholders.
    @safe @exclusivity(unchecked) private var tableCountWithoutPlaceholders = -1
    let overlap = OverlapDetector()
    /// Those who wait for the file without blocking.
    let writerQueue: AsyncWriterQueue

    init(session: Session, configuration: Realm.Configuration, path: String?, schema: Schema) {
        self.session = session
        writerQueue = AsyncWriterQueue.of(session.database)
        self.configuration = configuration
        self.path = path
        self.schema = schema
    }

    deinit {
        // A write that nobody can end any more.
        if session.isWriting { session.rollback() }
        if isInWrite { writerQueue.writeEnded() }
        session.unpin()
    }

    /// The Realm of this context.
    var currentRealm: Realm {
        if let realm { return realm }
        let made = Realm(context: self)
        realm = made
        return made
    }

    /// The Realm that was made together with this context.
    func belong(to realm: Realm) {
        self.realm = realm
        keeper = realm
    }

    /// Joins every class of the schema with its table.
    func bindClasses() throws(Realm.Error) {
        for description in schema.classes {
            guard let table = session.table(description.name) else {
                // Only a read-only file may lack a class.
                if configuration.isReadOnly { continue }
                throw Realm.Error(
                    .fail, "The class \(description.name) has no table in the file.", file: path,
                    className: description.name)
            }
            let binding = try ClassBinding(
                description: description, number: orderedBindings.count, table: table, context: self)
            bindings[ObjectIdentifier(description.type)] = binding
            orderedBindings.append(binding)
        }
        for binding in orderedBindings { binding.connect() }
    }

    /// The class as this Realm sees it; one that is not in the schema stops the program.
    @inline(__always)
    func binding(_ type: Object.Type) -> ClassBinding {
        if lastType == ObjectIdentifier(type), let last = lastBinding { return last }
        let binding = findBinding(type)
        lastType = ObjectIdentifier(type)
        lastBinding = binding
        return binding
    }

    @inline(never)
    private func findBinding(_ type: Object.Type) -> ClassBinding {
        if let binding = bindings[ObjectIdentifier(type)] { return binding }
        if schema.contains(type) {
            stopForMisuse(
                "The read-only file \(path ?? "") has no class \(type): open it to write once, or leave the "
                    + "class out.")
        }
        stopForMisuse("The class \(type) is not among the classes of this Realm: add it to objectTypes.")
    }

    /// The class as this Realm sees it; nil for one that a read-only file lacks, which has no objects.
    @inline(__always)
    func bindingToRead(_ type: Object.Type) -> ClassBinding? {
        if lastType == ObjectIdentifier(type), let last = lastBinding { return last }
        return isLacking(type) ? nil : binding(type)
    }

    private func isLacking(_ type: Object.Type) -> Bool {
        configuration.isReadOnly && bindings[ObjectIdentifier(type)] == nil && schema.contains(type)
    }

    /// The class if it is in the schema of this Realm.
    func bindingIfKnown(_ type: Object.Type) -> ClassBinding? { bindings[ObjectIdentifier(type)] }

    // MARK: Accessors

    /// A managed accessor of a row. The row is not looked at.
    func object(_ binding: ClassBinding, _ row: RowID) -> Object {
        let object = binding.type.init()
        bind(object, binding, row)
        return object
    }

    /// An object that stands for one that could not be read: unmanaged, with the declared defaults.
    func placeholder(_ binding: ClassBinding) -> Object { binding.type.init() }

    /// Makes an instance the accessor of a row.
    func bind(_ object: Object, _ binding: ClassBinding, _ row: RowID) {
        bindState(of: object, binding, row)
        binding.bindFields(of: object, row)
    }

    /// Only the instance's own state; its wrappers and collections follow.
    @inline(__always)
    func bindState(of object: Object, _ binding: ClassBinding, _ row: RowID) {
        overlap.glance()
        let cell = session.space.stampCell
        unsafe object.leaf = UnsafeMutableRawPointer(cell)
        unsafe object.stampCell = cell
        object.binding = binding
        object.context = self
        point(object, at: row)
    }

    /// Points an accessor at another row of its class; its collections follow.
    @inline(__always)
    func point(_ object: Object, at row: RowID) {
        let stale = unsafe object.stampCell.unsafelyUnwrapped.pointee &- 1
        unsafe object.readStamp = stale
        unsafe object.writeStamp = stale
        unsafe object.seenClock = 0
        object.row = row
        object.epoch = epoch
        object.birth = isInWrite ? lastSerial : 0
        object.isDeletedHere = false
    }

    // MARK: Adding

    /// The row of an object that something managed is about to refer to: an unmanaged one is added first, with
    /// everything that it reaches; nil if it could not be (then the scope is doomed).
    func rowToLink(_ object: Object, _ target: ClassBinding) -> RowID? {
        if isDoomed { return nil }
        // What the writer would find out, for the usual case.
        if object.context === self, object.isBound(to: target), !target.isEmbedded, !object.isInvalidated {
            return object.row
        }
        if let writer { return writer.rowToLink(object, target) }
        let writer = takeWriter(.error)
        defer { putBack(writer) }
        return writer.run { writer.rowToLink(object, target) }
    }

    /// A writer for one add or create.
    func takeWriter(_ policy: Realm.UpdatePolicy) -> ObjectWriter {
        guard let writer = idleWriter else { return ObjectWriter(self, policy) }
        idleWriter = nil
        writer.begin(policy)
        return writer
    }

    /// The add is done.
    func putBack(_ writer: ObjectWriter) {
        writer.end()
        idleWriter = writer
    }

    /// The file has placeholders of missing keys. O(1).
    func hasPlaceholders() throws(StorageError) -> Bool {
        // The class of placeholders comes and goes alone, so that their number tells.
        let count = session.tables.count
        if count == tableCountWithoutPlaceholders { return false }
        guard session.table(Placeholders.className) != nil else {
            tableCountWithoutPlaceholders = count
            return false
        }
        return try Placeholders.exist(in: session)
    }
}
