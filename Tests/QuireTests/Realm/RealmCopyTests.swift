import Foundation
import Synchronization
import XCTest

@testable import Quire

/// Copies and compaction through the public calls.
final class RealmCopyTests: XCTestCase {
    private func fill(_ realm: Realm) throws {
        try realm.write {
            for number in 0..<300 {
                realm.create(CopiedItem.self, value: ["id": number, "text": String(repeating: "x", count: number * 7)])
            }
            for item in realm.objects(CopiedItem.self) {
                item.next = realm.object(ofType: CopiedItem.self, forPrimaryKey: (item.id + 1) % 300)
                item.parts.append(CopiedPart())
                item.all.append(objectsIn: realm.objects(CopiedItem.self).prefix(item.id % 90))
            }
        }
    }

    private func remove(_ realm: Realm, from id: Int) throws {
        try realm.write { realm.delete(realm.objects(CopiedItem.self).filter { $0.id >= id }) }
    }

    private func text(_ realm: Realm) -> [String] {
        realm.objects(CopiedItem.self).map { item in
            "\(item.id) \(item.text) \(item.next?.id ?? -1) \(item.parts.map(\.number)) \(item.all.map(\.id))"
        }
    }

    private func configuration(_ url: URL) -> Realm.Configuration {
        Realm.Configuration(fileURL: url, objectTypes: [CopiedItem.self, CopiedPart.self])
    }

    func testWriteCopy_holdsWhatTheRealmShows() throws {
        try withTemporaryDirectory { directory in
            let realm = try Realm(configuration: configuration(directory.appending(path: "a.quire")))
            try fill(realm)
            let shown = text(realm)
            let other = try Realm(configuration: realm.configuration)
            try remove(other, from: 10)
            // The snapshot of the first Realm is older.
            let url = directory.appending(path: "copy of a.quire")
            try realm.writeCopy(to: url)
            let copy = try Realm(configuration: configuration(url))
            XCTAssertEqual(text(copy), shown)
            XCTAssertEqual(try copy.check().problems.map(\.message), [])
            XCTAssertEqual(text(other).count, 10)
            try remove(copy, from: 5)
            XCTAssertEqual(text(realm), shown)

            XCTAssertThrowsError(try other.writeCopy(toFile: url)) { error in
                XCTAssertEqual((error as? Realm.Error)?.code, .fileExists)
                XCTAssertEqual((error as? Realm.Error)?.file, url.path(percentEncoded: false))
            }
            XCTAssertEqual(text(copy).count, 5)
            try other.write {
                XCTAssertThrowsError(try other.writeCopy(to: directory.appending(path: "b.quire"))) { error in
                    XCTAssertEqual((error as? Realm.Error)?.code, .fail)
                }
            }
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory.path).count, 2)
        }
    }

    func testWriteCopy_ofAStoreInMemory_isAFile() throws {
        try withTemporaryDirectory { directory in
            let realm = try Realm(
                configuration: .init(
                    inMemoryIdentifier: "copied \(UUID())", objectTypes: [CopiedItem.self, CopiedPart.self]))
            try fill(realm)
            let url = directory.appending(path: "a.quire")
            try realm.writeCopy(to: url)
            XCTAssertEqual(text(try Realm(configuration: configuration(url))), text(realm))
        }
    }

    func testShouldCompactOnLaunch_isAskedByTheFirstOpening() throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(path: "a.quire")
            let expected = try { () throws -> [String] in
                let realm = try Realm(configuration: configuration(url))
                try fill(realm)
                try remove(realm, from: 20)
                return text(realm)
            }()
            let length = try XCTUnwrap(url.resourceValues(forKeys: [.fileSizeKey]).fileSize)
            let asked = Mutex<[[Int]]>([])
            let events = Mutex<[String]>([])
            var asking = configuration(url)
            asking.shouldCompactOnLaunch = { total, used in
                asked.withLock { $0.append([total, used]) }
                return total > 2 * used
            }
            asking.onEvent = { event in events.withLock { $0.append(event.description) } }
            let realm = try Realm(configuration: asking)
            XCTAssertEqual(text(try Realm(configuration: asking)), expected)
            XCTAssertEqual(text(realm), expected)
            XCTAssertEqual(asked.withLock { $0.count }, 1)
            XCTAssertEqual(asked.withLock { $0[0][0] }, length)
            XCTAssertTrue(events.withLock { $0.contains { $0.hasSuffix("was compacted.") } })
            XCTAssertLessThan(
                try XCTUnwrap(URL(filePath: url.path).resourceValues(forKeys: [.fileSizeKey]).fileSize), length)

            XCTAssertThrowsError(try Realm.compact(configuration: asking)) { error in
                XCTAssertEqual((error as? Realm.Error)?.code, .inUse)
            }
            XCTAssertThrowsError(try Realm.compact(configuration: configuration(directory.appending(path: "none")))) {
                error in
                XCTAssertEqual((error as? Realm.Error)?.code, .fileNotFound)
            }
        }
    }

    func testCompact_makesTheFileSmaller() throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(path: "a.quire")
            let expected = try { () throws -> [String] in
                let realm = try Realm(configuration: configuration(url))
                try fill(realm)
                try remove(realm, from: 20)
                return text(realm)
            }()
            let length = try XCTUnwrap(url.resourceValues(forKeys: [.fileSizeKey]).fileSize)
            try Realm.compact(configuration: configuration(url))
            XCTAssertLessThan(
                try XCTUnwrap(URL(filePath: url.path).resourceValues(forKeys: [.fileSizeKey]).fileSize), length)
            XCTAssertEqual(text(try Realm(configuration: configuration(url))), expected)
        }
    }
}

final class CopiedItem: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var text: String
    @Persisted var next: CopiedItem?
    @Persisted var parts: List<CopiedPart>
    @Persisted var all: List<CopiedItem>
}

final class CopiedPart: EmbeddedObject {
    @Persisted var number = 7
}
