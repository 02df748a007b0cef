// Writes that fail in the storage, seen from the API: the code, the parts, and objects that show the state before.

import Foundation
import QuireTestSupport
import XCTest

@testable import Quire
@testable import QuireStorage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

final class WriteErrorTests: XCTestCase {
    /// A Realm over a file whose calls fail as planned, with one pet in it.
    private func failingRealm() throws -> (FailingFile, MemoryFile, Realm) {
        let memory = MemoryFile(name: "failing", wantsSlack: true)
        let file = FailingFile(memory)
        let realm = try open(file)
        try realm.write {
            realm.create(Pet.self, value: ["id": 1, "name": "before"])
            realm.create(Owner.self, value: ["name": "A", "pets": [["id": 1]]], update: .modified)
        }
        return (file, memory, realm)
    }

    private func open(_ file: any StorageFile, readsByCopying: Bool = false) throws -> Realm {
        let configuration = Realm.Configuration(inMemoryIdentifier: "failing", objectTypes: commonTypes)
        let schema = try Schema.of(configuration)
        var options = Database.Options()
        options.readsByCopying = readsByCopying
        let database = try Database.open(storage: file, options, system: SimulatedSystem(seed: 1))
        let session = try Session(database: database)
        if try !session.isAdopted(schema.definitions) {
            try session.beginWrite()
            try session.adopt(schema.definitions)
            try session.commit()
        }
        let context = RealmContext(session: session, configuration: configuration, path: "failing", schema: schema)
        try context.bindClasses()
        let realm = Realm(context: context)
        context.belong(to: realm)
        return realm
    }

    private func change(_ realm: Realm) throws {
        try realm.write {
            let pet = try XCTUnwrap(realm.objects(Pet.self).first)
            pet.name = "after"
            realm.create(Pet.self, value: ["id": 2])
            realm.objects(Owner.self).first?.pets.removeAll()
        }
    }

    private func checkStateBefore(_ realm: Realm, line: UInt = #line) throws {
        XCTAssertEqual(realm.objects(Pet.self).map(\.name), ["before"], line: line)
        XCTAssertEqual(realm.objects(Owner.self).first?.pets.map(\.id), [1], line: line)
        XCTAssertEqual(realm.objects(Pet.self).first?.owners.count, 1, line: line)
        XCTAssertFalse(realm.isInWriteTransaction, line: line)
        XCTAssertEqual(try realm.check().problems.map(\.message), [], line: line)
    }

    private func expect(_ code: Realm.Error.Code, line: UInt = #line, _ body: () throws -> Void) {
        XCTAssertThrowsError(try body(), line: line) { error in
            guard let error = error as? Realm.Error else { return XCTFail("\(error)", line: line) }
            XCTAssertEqual(error.code, code, error.message, line: line)
            XCTAssertEqual(error.file, "failing", line: line)
            XCTAssertFalse(error.message.isEmpty, line: line)
        }
    }

    /// The calls of a commit are: pages, slot, sync, record.
    func testCommit_thatCannotWriteItsPages_isFileAccess() throws {
        let (file, _, realm) = try failingRealm()
        var plan = FailingFile.Plan()
        plan.failingCall = 0
        file.set(plan)
        expect(.fileAccess) { try change(realm) }
        file.set(FailingFile.Plan())
        try checkStateBefore(realm)
        try change(realm)
        XCTAssertEqual(realm.objects(Pet.self).map(\.name), ["after", "Rex"])
    }

    func testCommit_thatCannotSync_isCommitFailed_andCanBeRepeated() throws {
        let (file, memory, realm) = try failingRealm()
        var plan = FailingFile.Plan()
        plan.failingCall = 2
        file.set(plan)
        expect(.commitFailed) { try change(realm) }
        file.set(FailingFile.Plan())
        try checkStateBefore(realm)
        try checkStateBefore(try open(try MemoryFile(name: "copy", bytes: memory.bytes)))
        try change(realm)
        XCTAssertEqual(realm.objects(Pet.self).map(\.name), ["after", "Rex"])
    }

    func testCommit_thatCannotBeUndone_isOfUnknownOutcome_andNothingIsWrittenUntilReopened() throws {
        let (file, memory, realm) = try failingRealm()
        var plan = FailingFile.Plan()
        plan.failingCall = 2
        plan.isSticky = true
        file.set(plan)
        expect(.commitOutcomeUnknown) { try change(realm) }
        file.set(FailingFile.Plan())
        try checkStateBefore(realm)
        expect(.commitOutcomeUnknown) { try change(realm) }
        try checkStateBefore(realm)
        let reopened = try open(try MemoryFile(name: "copy", bytes: memory.bytes))
        let names = Array(reopened.objects(Pet.self).map(\.name))
        XCTAssertTrue([["before"], ["after", "Rex"]].contains(names), "\(names)")
        try reopened.write { _ = reopened.create(Pet.self, value: ["id": 9]) }
        XCTAssertEqual(try reopened.check().problems.map(\.message), [])
    }

    func testWrite_onAFullDisk_isDiskFull_andDeletingMakesRoom() throws {
        let (file, memory, realm) = try failingRealm()
        var plan = FailingFile.Plan()
        plan.capacity = memory.bytes.count + 300_000
        file.set(plan)
        var stored = 1
        var isFull = false
        while !isFull, stored < 3_000 {
            do {
                try realm.write {
                    for _ in 0..<20 {
                        stored += 1
                        realm.create(Pet.self, value: ["id": stored, "name": String(repeating: "x", count: 900)])
                    }
                }
            } catch let error as Realm.Error {
                XCTAssertEqual(error.code, .diskFull, error.message)
                XCTAssertEqual(error.file, "failing")
                stored -= 20
                isFull = true
            }
        }
        XCTAssertTrue(isFull)
        XCTAssertEqual(realm.objects(Pet.self).count, stored)
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
        XCTAssertLessThanOrEqual(memory.bytes.count, plan.capacity)
        try realm.write { realm.delete(realm.objects(Pet.self)) }
        XCTAssertEqual(realm.objects(Pet.self).count, 0)
        try realm.write { _ = realm.create(Pet.self, value: ["id": 1, "name": "room again"]) }
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
    }

    /// What a delete frees can be used only two transactions later; on a disk that is filled again and again the file must
    /// not get stuck on that.
    func testDelete_onADiskThatIsFilledAgainAndAgain_works() throws {
        let (file, memory, realm) = try failingRealm()
        var plan = FailingFile.Plan()
        plan.capacity = memory.bytes.count + 1_500_000
        file.set(plan)
        var next = 2
        for round in 0..<4 {
            var isFull = false
            while !isFull, next < 20_000 {
                do {
                    try realm.write {
                        for _ in 0..<50 {
                            next += 1
                            realm.create(Pet.self, value: ["id": next, "name": String(repeating: "x", count: 500)])
                        }
                    }
                } catch { isFull = true }
            }
            XCTAssertTrue(isFull, "round \(round)")
            for number in 0..<6 {
                XCTAssertNoThrow(
                    try realm.write { realm.delete(realm.objects(Pet.self)[number * 7]) },
                    "round \(round), delete \(number)")
            }
            XCTAssertEqual(try realm.check().problems.map(\.message), [], "round \(round)")
        }
    }

    /// A class of so many columns that one delete rewrites more pages than any fixed reserve would have.
    func testDelete_ofAWideClass_onADiskThatIsFilledAgainAndAgain_works() throws {
        let file = MemoryFile(name: "wide", wantsSlack: true)
        let failing = FailingFile(file)
        let database = try Database.open(
            storage: failing, Database.Options(), system: SimulatedSystem(seed: 3))
        let session = try Session(database: database)
        let columns = (0..<600).map { number in
            ColumnDefinition(name: "c\(number)", type: number % 2 == 0 ? .text : .int64, isIndexed: number % 3 == 0)
        }
        try session.beginWrite()
        try session.adopt([ClassDefinition(name: "Wide", columns: columns, primaryKey: 0)])
        try session.commit()
        let table = try XCTUnwrap(session.table("Wide"))
        XCTAssertGreaterThan(table.largestDelete, 400)
        var plan = FailingFile.Plan()
        plan.capacity = file.bytes.count + 12_000_000
        failing.set(plan)
        var next = 0
        for round in 0..<2 {
            var isFull = false
            while !isFull, next < 2_000 {
                do throws(StorageError) {
                    try session.beginWrite()
                    for _ in 0..<5 {
                        next += 1
                        let row = try table.insert(key: .text("key \(next)"))
                        for column in stride(from: 2, to: 600, by: 2) {
                            try table.set(row, column, .text("text \(next)"))
                        }
                    }
                    try session.commit()
                } catch {
                    XCTAssertEqual(error.code, .diskFull)
                    session.rollback()
                    isFull = true
                }
            }
            XCTAssertTrue(isFull, "round \(round)")
            for number in 0..<3 {
                do throws(StorageError) {
                    try session.beginWrite()
                    let row = try present(table.next(after: nil))
                    try table.delete(row)
                    try session.commit()
                } catch {
                    session.rollback()
                    XCTFail("round \(round), delete \(number): \(error)")
                }
            }
        }
        XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [])
    }

    private func present(_ row: RowID?) throws(StorageError) -> RowID {
        guard let row else { throw StorageError(.fail, "there is a row left") }
        return row
    }

    /// A limit on file sizes is a full disk too, and needs no disk to fill.
    func testWrite_beyondTheLimitOfTheSystem_isDiskFull() throws {
        try withTemporaryDirectory { directory in
            let configuration = Realm.Configuration(
                fileURL: directory.appending(path: "small.quire"), objectTypes: commonTypes)
            let realm = try Realm(configuration: configuration)
            try realm.write { _ = realm.create(Scalars.self, value: ["id": 1]) }
            let content = Data(count: 8 << 20)
            try withFileSizeLimit(4 << 20) {
                XCTAssertThrowsError(
                    try realm.write { _ = realm.create(Scalars.self, value: ["id": 2, "data": content]) }
                ) { error in
                    XCTAssertTrue(Realm.Error.Code.diskFull ~= error, "\(error)")
                    XCTAssertEqual((error as? Realm.Error)?.file, configuration.place)
                }
                XCTAssertEqual(realm.objects(Scalars.self).map(\.id), [1])
                try realm.write { _ = realm.create(Scalars.self, value: ["id": 3]) }
            }
            try realm.write { _ = realm.create(Scalars.self, value: ["id": 2, "data": content]) }
            XCTAssertEqual(realm.objects(Scalars.self).map(\.id), [1, 3, 2])
            XCTAssertEqual(try realm.check().problems.map(\.message), [])
        }
    }

    private func withFileSizeLimit(_ byteCount: Int, _ body: () throws -> Void) throws {
        let handler = signal(SIGXFSZ, SIG_IGN)
        defer { _ = signal(SIGXFSZ, handler) }
        var old = rlimit()
        guard Self.limit(&old, isNew: false) == 0 else { throw XCTSkip("there are no limits here") }
        var new = old
        new.rlim_cur = rlim_t(byteCount)
        guard Self.limit(&new, isNew: true) == 0 else { throw XCTSkip("limits cannot be set here") }
        defer { _ = Self.limit(&old, isNew: true) }
        try body()
    }

    private static func limit(_ value: inout rlimit, isNew: Bool) -> Int32 {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue))
        #else
            let resource = RLIMIT_FSIZE
        #endif
        return isNew ? unsafe setrlimit(resource, &value) : unsafe getrlimit(resource, &value)
    }

    func testRead_thatFails_isFileAccess_andNoDamage() throws {
        let memory: MemoryFile
        do {
            let realm: Realm
            (_, memory, realm) = try failingRealm()
            try realm.write { for id in 2...3_000 { realm.create(Pet.self, value: ["id": id, "name": "before"]) } }
        }
        let file = FailingFile(try MemoryFile(name: "copy", bytes: memory.bytes))
        let realm = try open(file, readsByCopying: true)
        var plan = FailingFile.Plan()
        plan.failingKinds = [.read]
        file.set(plan)
        expect(.fileAccess) { try realm.read { _ = Array(realm.objects(Pet.self).map(\.name)) } }
        file.set(FailingFile.Plan())
        XCTAssertEqual(try realm.read { realm.objects(Pet.self).filter { $0.name == "before" }.count }, 3_000)
    }

    // MARK: A connection that may not wait

    func testAdd_ofAKeyThatNothingHas_whereTheConnectionMayNotWait_isAnError() throws {
        let realm = try makeRealm([StrictStake.self, StrictCompany.self])
        XCTAssertThrowsError(try realm.write { realm.add(StrictStake(value: ["id": 1, "companyId": "none"])) }) {
            error in
            guard let error = error as? Realm.Error else { return XCTFail("\(error)") }
            XCTAssertEqual(error.code, .fail)
            XCTAssertTrue(error.message.contains("StrictCompany"), error.message)
        }
        XCTAssertTrue(realm.isEmpty)
        try realm.write {
            realm.add(StrictCompany(value: ["id": "c"]))
            realm.add(StrictStake(value: ["id": 1, "companyId": "c"]))
        }
        XCTAssertEqual(realm.objects(StrictStake.self).first?.company?.id, "c")
    }
}

final class StrictStake: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var companyId: String?
    @Persisted var company: StrictCompany?
    override class func jsonMapping(_ map: JSONMap) {
        map.connect(\StrictStake.company, by: \StrictStake.companyId, missing: .error)
    }
}

final class StrictCompany: Object {
    @Persisted(primaryKey: true) var id: String
}
