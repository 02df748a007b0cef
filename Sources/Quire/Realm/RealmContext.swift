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
    private(set) var bindings: [ObjectIdentifier: ClassBinding] = [:]
    /// In the order of the schema.
    private(set) var orderedBindings: [ClassBinding] = []

    /// The open scopes, outermost first.
    var scopes: [Scope] = []
    /// A write is among them.
    @exclusivity(unchecked) private var uncheckedIsInWrite = false
    /// The innermost scope, or one around it, has met an error: nothing happens in it any more.
    @exclusivity(unchecked) private var uncheckedIsDoomed = false
    /// Counts `invalidate`: accessors of another epoch are invalid.
    var epoch: UInt32 = 1
    /// Counts calls of `change`: what was computed inside a write is right until it moves.
    var changeCount: UInt64 = 0
    /// The serial number of the newest scope of a write; 0 is none.
    var lastSerial: UInt32 = 0
    /// Scopes that were rolled back after rows had been made in them.
    var rollbacks: [Rollback] = []
    /// The add or create that is running.
    var writer: ObjectWriter?
    let overlap = OverlapDetector()

    init(session: Session, configuration: Realm.Configuration, path: String?, schema: Schema) {
        self.session = session
        self.configuration = configuration
        self.path = path
        self.schema = schema
    }

    var isInWrite: Bool {
        get { unsafe uncheckedIsInWrite }
        set { unsafe uncheckedIsInWrite = newValue }
    }

    var isDoomed: Bool {
        get { unsafe uncheckedIsDoomed }
        set { unsafe uncheckedIsDoomed = newValue }
    }

    deinit {
        // A write that nobody can end any more.
        if session.isWriting { session.rollback() }
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
    func belong(to realm: Realm) { self.realm = realm }

    /// Joins every class of the schema with its table.
    func bindClasses() throws(Realm.Error) {
        for description in schema.classes {
            guard let table = session.table(description.name) else {
                // Only a read-only file may lack a class.
                if configuration.readOnly { continue }
                throw Realm.Error(
                    .fail, "The class \(description.name) has no table in the file.", file: path,
                    className: description.name)
            }
            let binding = try ClassBinding(description: description, table: table, context: self)
            bindings[ObjectIdentifier(description.type)] = binding
            orderedBindings.append(binding)
        }
        for binding in orderedBindings { binding.connect() }
    }

    /// The class as this Realm sees it; one that is not in the schema stops the program.
    func binding(_ type: Object.Type) -> ClassBinding {
        if let binding = bindings[ObjectIdentifier(type)] { return binding }
        if schema.contains(type) {
            stopForMisuse(
                "The read-only file \(path ?? "") has no class \(type): open it to write once, or leave the "
                    + "class out.")
        }
        stopForMisuse("The class \(type) is not among the classes of this Realm: add it to objectTypes.")
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
    func bindState(of object: Object, _ binding: ClassBinding, _ row: RowID) {
        overlap.glance()
        let cell = session.space.stampCell
        unsafe object.leaf = UnsafeMutableRawPointer(cell)
        unsafe object.stampCell = cell
        unsafe object.readStamp = cell.pointee &- 1
        unsafe object.writeStamp = cell.pointee &- 1
        object.row = row
        object.binding = binding
        object.context = self
        object.epoch = epoch
        object.birth = session.isWriting ? lastSerial : 0
    }

    // MARK: Adding

    /// The row of an object that something managed is about to refer to: an unmanaged one is added first, with
    /// everything that it reaches; nil if it could not be (then the scope is doomed).
    func rowToLink(_ object: Object, _ target: ClassBinding) -> RowID? {
        if isDoomed { return nil }
        if let writer { return writer.rowToLink(object, target) }
        let writer = ObjectWriter(self, .error)
        return writer.run { writer.rowToLink(object, target) }
    }
}
