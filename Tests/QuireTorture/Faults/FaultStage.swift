// Where a fault script runs: a store in a real file, with what it may hold written down.

#if os(Linux)
    import Foundation
    import QuireStorage
    import QuireTestSupport

    final class FaultStage {
        private typealias Version = (model: StoreModel, digest: ContentDigest)

        let path: String
        var options = Database.Options()
        private var session: Session?
        private var reader: (session: Session, digest: ContentDigest)?
        /// What the file may hold; the last one is what the open store shows.
        private var possible: [Version]
        /// Errors that a call threw, in order.
        private(set) var errors: [StorageError] = []

        init(_ path: String, model: StoreModel, isStored: Bool) {
            self.path = path
            options.pageSize = 512
            possible = [(model, ContentDigest(model, isStored: isStored))]
        }

        /// What the last acknowledged transaction left.
        var model: StoreModel? { possible.last?.model }

        // MARK: What scripts do. An error is written down, and the script goes on as a program would that shows it.

        func open() {
            close()
            attempt {
                let database = try Database.open(.file(path: path), options)
                let new = try Session(database: database)
                try settle(try ContentDigest(new, StoreModel.Class.usual))
                session = new
            }
        }

        func close() {
            reader = nil
            session = nil
        }

        /// Whoever begins to read now keeps the snapshot.
        func openReader() {
            guard let session else { return }
            attempt {
                let new = try Session(database: session.database)
                reader = (new, try ContentDigest(new, StoreModel.Class.usual))
            }
        }

        func write(isRolledBack: Bool = false, _ body: (PairedStore) throws -> Void) {
            guard let session, let base = possible.last else { return }
            attempt {
                try session.beginWrite()
                let store = PairedStore(session, base.model)
                do {
                    if session.table("Person") == nil { try session.adopt(StoreModel.definitions) }
                    try body(store)
                } catch {
                    session.rollback()
                    throw error
                }
                if isRolledBack { return session.rollback() }
                let new = (store.model, ContentDigest(store.model))
                do throws(StorageError) {
                    try session.commit()
                    possible = [new]
                } catch {
                    if error.code == .commitOutcomeUnknown { possible.insert(new, at: 0) }
                    throw error
                }
            }
        }

        /// Looks whether everything in memory is as it should be, now that nothing fails any more.
        func checkOpenStore() throws {
            if let reader {
                guard try ContentDigest(reader.session, StoreModel.Class.usual) == reader.digest else {
                    throw TortureError("an open snapshot changed")
                }
            }
            guard let session, let last = possible.last else { return }
            guard try ContentDigest(session, StoreModel.Class.usual) == last.digest else {
                throw TortureError("the open store shows something else than the last acknowledged transaction")
            }
            // It can be written to again, unless it said that it cannot.
            let isPoisoned = errors.contains { $0.code == .commitOutcomeUnknown }
            do throws(StorageError) {
                try session.beginWrite()
                guard session.table("Log") != nil else { return session.rollback() }
                let store = PairedStore(session, last.model)
                do {
                    let row = try store.insert(.log)
                    try store.set(.log, row, 0, .bool(true))
                } catch {
                    session.rollback()
                    throw error as? StorageError ?? StorageError(.fail, "\(error)")
                }
                try session.commit()
                possible = [(store.model, ContentDigest(store.model))]
            } catch {
                guard isPoisoned, error.code == .commitOutcomeUnknown else { throw error }
            }
        }

        /// Opens the file anew and checks everything.
        func checkFile() throws {
            guard FileManager.default.fileExists(atPath: path) else {
                guard possible.contains(where: { $0.model.entries.values.allSatisfy(\.isEmpty) }) else {
                    throw TortureError("the file is gone")
                }
                return
            }
            let database = try Database.open(.file(path: path), options)
            let report = try FileCheck.run(database)
            if let problem = report.problems.first { throw problem }
            try settle(try ContentDigest(try Session(database: database), StoreModel.Class.usual))
        }

        private func settle(_ digest: ContentDigest) throws {
            guard let index = possible.firstIndex(where: { $0.digest == digest }) else {
                throw TortureError("the file holds \(digest), which is none of \(possible.map(\.digest))")
            }
            possible.append(possible.remove(at: index))
        }

        private func attempt(_ body: () throws -> Void) {
            do { try body() } catch {
                let unexpected = StorageError(.fail, "\(error)")
                errors.append(error as? StorageError ?? unexpected)
            }
        }
    }
#endif
