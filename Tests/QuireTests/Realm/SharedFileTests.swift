// Realms of several processes, of which a second opening of the file below the Realm plays the other one.

import Foundation
import QuireTestSupport
import XCTest

@testable import Quire
@testable import QuireStorage

final class SharedFileTests: XCTestCase {
    override class func setUp() { LeftOutDefence.fromEnvironment() }

    private func overOtherProcess(_ body: (Realm.Configuration, Session, Table) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "shared.quire")
            let configuration = Realm.Configuration(fileURL: file, objectTypes: commonTypes)
            do {
                let realm = try Realm(configuration: configuration)
                try realm.write { add(realm) }
            }
            let storage = try PosixFileSystem().open(file.path(percentEncoded: false), .readAndWrite)
            let other = try Session(
                database: Database.open(storage: storage, Database.Options(), system: PosixFileSystem()))
            try other.pin()
            try body(configuration, other, try XCTUnwrap(other.table("Pet")))
        }
    }

    /// A pet with a key that no other has.
    private func add(_ realm: Realm) { realm.create(Pet.self, value: ["id": realm.objects(Pet.self).count]) }

    private func addPet(_ other: Session, _ table: Table) throws {
        try other.beginWrite()
        _ = try table.insert(key: .int(Int64(try table.count)))
        try other.commit()
    }

    func testRefresh_showsWhatAnotherProcessWrote_andResultsFollow() throws {
        try overOtherProcess { configuration, other, table in
            let realm = try Realm(configuration: configuration)
            let pets = realm.objects(Pet.self)
            XCTAssertEqual(pets.count, 1)
            try addPet(other, table)
            XCTAssertEqual(pets.count, 1, "a snapshot stays")
            XCTAssertTrue(realm.refresh())
            XCTAssertEqual(pets.count, 2)
            XCTAssertFalse(realm.refresh())
            try realm.write { add(realm) }
            XCTAssertTrue(try other.refresh())
            XCTAssertEqual(try table.count, 3)
            XCTAssertEqual(try realm.check().problems.count, 0)
        }
    }

    func testWrite_beginsWithWhatAnotherProcessWrote() throws {
        try overOtherProcess { configuration, other, table in
            let realm = try Realm(configuration: configuration)
            XCTAssertEqual(realm.objects(Pet.self).count, 1)
            try addPet(other, table)
            try realm.write {
                XCTAssertEqual(realm.objects(Pet.self).count, 2)
                add(realm)
            }
            XCTAssertEqual(realm.objects(Pet.self).count, 3)
        }
    }

    func testActiveVersions_countsThoseOfOtherProcesses_andALimitRefusesWriting() throws {
        try overOtherProcess { configuration, other, table in
            var configuration = configuration
            configuration.maximumNumberOfActiveVersions = 2
            let realm = try Realm(configuration: configuration)
            let before = try realm.activeVersions()
            XCTAssertEqual(before.count, 1)
            try realm.write { add(realm) }
            let during = try realm.activeVersions()
            XCTAssertEqual(during.count, 2, "the other one still reads the version before")
            XCTAssertEqual(during.oldest, before.newest)
            let keeper = try Realm(configuration: configuration)
            XCTAssertEqual(keeper.objects(Pet.self).count, 2)
            try realm.write { add(realm) }
            XCTAssertThrowsError(try realm.write { add(realm) }) { error in
                XCTAssertEqual((error as? Realm.Error)?.code, .tooManyVersions)
            }
            XCTAssertTrue(keeper.refresh())
            _ = try other.refresh()
            try realm.write { add(realm) }
            XCTAssertEqual(realm.objects(Pet.self).count, 4)
        }
    }

    func testImmutableFile_isReadWithoutALock() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "medium.quire")
            var configuration = Realm.Configuration(fileURL: file, objectTypes: commonTypes)
            do {
                let realm = try Realm(configuration: configuration)
                try realm.write { add(realm) }
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file.path)
            let bytes = try Data(contentsOf: file)
            configuration.isImmutable = true
            do {
                let realm = try Realm(configuration: configuration)
                XCTAssertEqual(realm.objects(Pet.self).count, 1)
                let holder = try PosixFileSystem().open(file.path(percentEncoded: false), .read)
                defer { holder.close() }
                XCTAssertNil(try holder.foreignPin(in: 1...1000))
            }
            XCTAssertEqual(try Data(contentsOf: file), bytes)
        }
    }

    func testRelaxedRealm_isThereInAnotherProcess_andDurableOnceClosed() throws {
        try overOtherProcess { configuration, other, table in
            var configuration = configuration
            configuration.durability = .relaxed
            do {
                let realm = try Realm(configuration: configuration)
                for _ in 0..<3 { try realm.write { add(realm) } }
            }
            XCTAssertTrue(try other.refresh())
            XCTAssertEqual(try table.count, 4)
        }
    }

    func testPreviousCommit_isShownOnRequest() throws {
        try withTemporaryDirectory { directory in
            var configuration = Realm.Configuration(
                fileURL: directory.appending(path: "previous.quire"), objectTypes: commonTypes)
            do {
                let realm = try Realm(configuration: configuration)
                try realm.write { add(realm) }
                try realm.write { add(realm) }
                configuration.opensPreviousCommit = true
                XCTAssertThrowsError(try Realm(configuration: configuration)) { error in
                    XCTAssertEqual((error as? Realm.Error)?.code, .inUse)
                }
            }
            XCTAssertEqual(try Realm(configuration: configuration).objects(Pet.self).count, 1)
        }
    }
}
