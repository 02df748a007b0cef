// Opening: the schema first, then the file, then what the file does not know yet.

import QuireStorage

extension RealmContext {
    /// Opens the session of a configuration.
    static func open(_ configuration: Realm.Configuration) throws(Realm.Error) -> RealmContext {
        try configuration.requireFileURL()
        let schema = try Schema.of(configuration)
        let place = configuration.place
        if configuration.isAtDefaultLocation, !configuration.isReadOnly { DefaultLocation.prepareDirectory() }
        let session: Session
        do throws(StorageError) {
            let database = try Database.open(configuration.location, configuration.options)
            session = try Session(database: database)
            session.durability = configuration.engineDurability
            if let limit = configuration.maximumNumberOfActiveVersions { session.versionLimit = Int(clamping: limit) }
        } catch {
            throw Realm.Error(error, file: place)
        }
        let context = RealmContext(session: session, configuration: configuration, path: place, schema: schema)
        try context.adoptSchema()
        try context.bindClasses()
        // The snapshot is pinned by the first read.
        session.unpin()
        return context
    }

    /// Takes over classes and properties that the file does not have. Most openings change nothing and only look.
    private func adoptSchema() throws(Realm.Error) {
        let definitions = schema.definitions
        try engine { () throws(StorageError) in
            if try !session.isAdopted(definitions), !configuration.isReadOnly {
                try beginSessionWrite { () throws(StorageError) in
                    try session.adopt(definitions)
                    try session.commit()
                }
            }
            adoptedSchemaVersion = session.schemaVersion
        }
    }

    /// Begins to write. Another view may have given a class properties or indexes since this one looked: new rows would
    /// lack the defaults of properties that it does not know, and numbers would be written past an index. So the
    /// declared classes are compared and taken over again, as at opening.
    func beginSessionWrite() throws(StorageError) {
        try beginSessionWrite { () throws(StorageError) in
            if session.schemaVersion == adoptedSchemaVersion { return }
            try session.adopt(schema.definitions)
            adoptedSchemaVersion = session.schemaVersion
        }
    }

    private func beginSessionWrite(_ prepare: () throws(StorageError) -> Void) throws(StorageError) {
        try session.beginWrite()
        do throws(StorageError) { try prepare() } catch {
            session.rollback()
            throw error
        }
    }
}

extension Realm.Configuration {
    /// Where the engine finds it.
    var location: Database.Location {
        if let inMemoryIdentifier { return .memory(name: inMemoryIdentifier) }
        return .file(path: place)
    }

    /// A URL of anything else has a path too, which would lead to some file.
    func requireFileURL() throws(Realm.Error) {
        guard inMemoryIdentifier == nil, let fileURL, !fileURL.isFileURL else { return }
        throw Realm.Error(
            .fileAccess, "\(fileURL.absoluteString) is no URL of a file: make it with URL(filePath:).",
            file: fileURL.absoluteString)
    }

    /// The path, or the name of the store in memory.
    var place: String {
        if let inMemoryIdentifier { return inMemoryIdentifier }
        return (fileURL ?? DefaultLocation.fileURL).path(percentEncoded: false)
    }

    /// The default file, by name or because no other is named.
    var isAtDefaultLocation: Bool {
        if inMemoryIdentifier != nil { return false }
        guard let fileURL else { return true }
        // Finding the default location costs more than the rest of an opening.
        return fileURL.lastPathComponent == DefaultLocation.fileName && fileURL == DefaultLocation.fileURL
    }

    /// Nothing is written, whatever the reason.
    var isReadOnly: Bool { readOnly || isImmutable }

    /// The engine's word for it.
    var engineDurability: QuireStorage.Durability {
        switch durability {
        case .durable: .durable
        case .twoSyncs: .twoSyncs
        case .ordered: .ordered
        case .relaxed: .relaxed
        }
    }

    /// How the engine opens it.
    var options: Database.Options {
        var options = Database.Options()
        options.isReadOnly = isReadOnly
        options.isImmutable = isImmutable
        options.pageSize = pageSize
        options.opensPreviousCommit = opensPreviousCommit
        switch whenInUse {
        case .fail: options.whenInUse = .fail
        case .wait: options.whenInUse = .wait
        case .waitUpTo(let seconds): options.whenInUse = .waitUpTo(seconds: seconds)
        }
        options.readsByCopying = if case .pread = reading { true } else { false }
        options.verifiesOnOpen = if case .onOpen = verification { true } else { false }
        if let shouldCompactOnLaunch {
            options.compaction = Compaction(isRequired: false, decide: shouldCompactOnLaunch)
        }
        if let onEvent { options.onEvent = { onEvent(Realm.Event(description: $0)) } }
        return options
    }
}
