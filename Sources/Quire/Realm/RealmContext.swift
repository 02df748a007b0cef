// What all accessors of one Realm share.

import QuireStorage

/// The session of one Realm, its classes and its scopes. Not Sendable: belongs to the isolation of its Realm.
final class RealmContext {
    let session: Session
    let configuration: Realm.Configuration
    /// The Realm that owns this context, or one made anew for objects that outlived it.
    private weak var realm: Realm?
    private(set) var bindings: [ObjectIdentifier: ClassBinding] = [:]

    init(session: Session, configuration: Realm.Configuration) {
        self.session = session
        self.configuration = configuration
    }

    /// The Realm of this context.
    var currentRealm: Realm {
        if let realm { return realm }
        let made = Realm(context: self)
        realm = made
        return made
    }

    /// The class as this Realm sees it; one that is not in the schema stops the program.
    func binding(_ type: Object.Type) -> ClassBinding {
        if let binding = bindings[ObjectIdentifier(type)] { return binding }
        stopForMisuse("The class \(type) is not among the classes of this Realm: add it to objectTypes.")
    }

    /// For calls that cannot throw and only read: on an error the innermost throwing scope is doomed and the placeholder
    /// given; outside any scope the program stops.
    func attempt<R>(_ placeholder: @autoclosure () -> R, _ body: () throws(StorageError) -> R) -> R {
        do throws(StorageError) { return try body() } catch { return placeholder() }
    }

    /// As `attempt`, for calls that change something.
    func change<R>(_ placeholder: @autoclosure () -> R, _ body: () throws(StorageError) -> R) -> R {
        do throws(StorageError) { return try body() } catch { return placeholder() }
    }

    /// Dooms the innermost scope with an error that the object layer found.
    func doom(_ error: Realm.Error) {}

    /// Stops the program unless a write is open. `action`: "change Product.name".
    func requireWrite(_ action: @autoclosure () -> String) {}

    /// A managed accessor of a row.
    func object(_ binding: ClassBinding, _ row: RowID) -> Object { binding.type.init() }

    /// An object that stands for one that could not be read.
    func placeholder(_ binding: ClassBinding) -> Object { binding.type.init() }

    /// The row of an object that something managed is about to refer to: an unmanaged one is added first; nil if it
    /// could not be (then the scope is doomed).
    func rowToLink(_ object: Object, _ target: ClassBinding) -> RowID? { object.row }
}
