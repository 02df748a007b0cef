import Foundation
import XCTest

@testable import Quire

/// Where Realms are.
final class ConfigurationTests: XCTestCase {
    func testURL_thatIsNoneOfAFile_isRefused() throws {
        let configuration = Realm.Configuration(
            fileURL: try XCTUnwrap(URL(string: "https://example.org/a.quire")), objectTypes: [])
        for use in [
            { _ = try Realm(configuration: configuration) }, { try Realm.compact(configuration: configuration) },
            { try Realm.deleteFiles(for: configuration) },
        ] {
            XCTAssertThrowsError(try use()) { error in
                XCTAssertEqual((error as? Realm.Error)?.code, .fileAccess)
                XCTAssertTrue("\(error)".contains("https://example.org/a.quire"), "\(error)")
            }
        }
    }

    func testFileAndName_excludeEachOther() {
        var configuration = Realm.Configuration(fileURL: URL(filePath: "/tmp/a.quire"))
        configuration.inMemoryIdentifier = "m"
        XCTAssertNil(configuration.fileURL)
        configuration.fileURL = URL(filePath: "/tmp/b.quire")
        XCTAssertNil(configuration.inMemoryIdentifier)
        XCTAssertEqual(configuration.place, "/tmp/b.quire")
    }

    func testDataDirectory_followsTheConvention() {
        #if os(Linux)
            func path(_ environment: [String: String]) -> String {
                DefaultLocation.dataDirectory(environment: environment).path(percentEncoded: false)
            }
            XCTAssertEqual(path(["XDG_DATA_HOME": "/data", "HOME": "/home/x"]), "/data")
            XCTAssertEqual(path(["XDG_DATA_HOME": "relative", "HOME": "/home/x"]), "/home/x/.local/share")
            XCTAssertEqual(path(["HOME": "/home/x"]), "/home/x/.local/share")
        #endif
        XCTAssertEqual(DefaultLocation.fileURL.lastPathComponent, "default.quire")
    }

    func testDefaultFile_isMadeWithItsDirectory() throws {
        #if os(Linux)
            try withTemporaryDirectory { directory in
                let old = ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
                unsafe setenv("XDG_DATA_HOME", directory.path(percentEncoded: false), 1)
                defer {
                    if let old {
                        unsafe setenv("XDG_DATA_HOME", old, 1)
                    } else {
                        unsafe unsetenv("XDG_DATA_HOME")
                    }
                }
                let realm = try Realm(configuration: .init(objectTypes: commonTypes))
                try realm.write { realm.add(Note()) }
                let found = try FileManager.default.subpathsOfDirectory(atPath: directory.path(percentEncoded: false))
                XCTAssertTrue(found.contains { $0.hasSuffix("/default.quire") }, "\(found)")
            }
        #endif
    }

    func testMemory_livesAsLongAsSomebodyHasItOpen() throws {
        let configuration = Realm.Configuration(inMemoryIdentifier: "lives \(UUID())", objectTypes: commonTypes)
        do {
            let realm = try Realm(configuration: configuration)
            try realm.write { realm.add(Note()) }
            XCTAssertEqual(try Realm(configuration: configuration).objects(Note.self).count, 1)
        }
        XCTAssertTrue(try Realm(configuration: configuration).isEmpty)
    }

    func testDefaultConfiguration_isWhatRealmOpens() throws {
        let old = Realm.Configuration.defaultConfiguration
        defer { Realm.Configuration.defaultConfiguration = old }
        XCTAssertEqual(old.fileURL?.lastPathComponent, "default.quire")
        Realm.Configuration.defaultConfiguration = .init(
            inMemoryIdentifier: "default \(UUID())", objectTypes: commonTypes)
        let realm = try Realm()
        XCTAssertEqual(
            realm.configuration.inMemoryIdentifier, Realm.Configuration.defaultConfiguration.inMemoryIdentifier)
    }

    func testUnresolved_listsKeysWithTheirOrigins() throws {
        let realm = try makeRealm()
        let owner = Owner(value: ["name": "A"])
        try realm.write {
            realm.add(owner)
            let pets = realm.context.binding(Pet.self)
            let property = try XCTUnwrap(owner.managedBinding.property(named: "pets"))
            let ghost = try pets.table.findOrReserve(key: .int(77))
            try property.table.listInsert(owner.row, property.column, at: 0, [.link(ghost), .link(ghost)])
        }
        let keys = realm.unresolved(Pet.self)
        XCTAssertEqual(keys.count, 1)
        XCTAssertEqual(keys.first?.key as? Int, 77)
        XCTAssertEqual(keys.first?.count, 2)
        XCTAssertEqual(keys.first?.origins, ["Owner.pets": 2])
        XCTAssertEqual(owner.pets.count, 0)
        XCTAssertNil(realm.object(ofType: Pet.self, forPrimaryKey: 77))
        let pet = Pet(value: ["id": 77])
        try realm.write { realm.add(pet) }
        XCTAssertEqual(owner.pets.map(\.id), [77, 77])
        XCTAssertEqual(pet.owners.count, 2)
        XCTAssertEqual(realm.unresolved(Pet.self).count, 0)
        try realm.write {
            let friend = try XCTUnwrap(owner.managedBinding.property(named: "friend"))
            let ghost = try friend.table.findOrReserve(key: .text("nobody"))
            try friend.table.set(owner.row, friend.column, .link(ghost))
        }
        XCTAssertNil(owner.friend)
        XCTAssertEqual(realm.unresolved(Owner.self).first?.key as? String, "nobody")
        try realm.write { XCTAssertEqual(realm.removeUnresolved(Owner.self), 1) }
        XCTAssertEqual(realm.unresolved(Owner.self).count, 0)
    }
}
