import Foundation
import XCTest

@testable import Quire
@testable import QuireStorage

/// Codes, their second names, and what becomes of the engine's errors.
final class ErrorTests: XCTestCase {
    func testSecondNames_areTheSameCodes() {
        XCTAssertEqual(Realm.Error.Code.corrupted, .damaged)
        XCTAssertEqual(Realm.Error.Code.invalidDatabase, .notADatabase)
        XCTAssertEqual(Realm.Error.Code.unsupportedFileFormatVersion, .formatTooNew)
        XCTAssertEqual(Realm.Error.Code.outOfDiskSpace, .diskFull)
        XCTAssertEqual(Realm.Error.outOfDiskSpace, .diskFull)
        XCTAssertEqual(Realm.Error.invalidDatabase.name, "notADatabase")
    }

    func testPatterns_matchByCode() {
        func name(_ error: any Error) -> String {
            do { throw error } catch Realm.Error.Code.inUse { return "inUse" } catch Realm.Error.fileAccess {
                return "fileAccess"
            } catch { return "other" }
        }
        XCTAssertEqual(name(Realm.Error(.inUse, "")), "inUse")
        XCTAssertEqual(name(Realm.Error(.fileAccess, "")), "fileAccess")
        XCTAssertEqual(name(Realm.Error(.diskFull, "")), "other")
        XCTAssertEqual(name(CancellationError()), "other")
    }

    func testEveryEngineCode_hasTheNameOfItsOwn() {
        for code in StorageError.Code.allCases {
            let error = Realm.Error(
                StorageError(code, "sentence", page: PageNumber(7), systemError: 5), file: "/f", className: "C",
                property: "p")
            XCTAssertEqual(error.code.name, code.rawValue)
            XCTAssertEqual(error.message, "C.p: sentence")
            XCTAssertEqual(error.description, error.message)
            XCTAssertEqual(error.page, 7)
            XCTAssertEqual(error.file, "/f")
            XCTAssertEqual(error.className, "C")
            XCTAssertEqual(error.property, "p")
            XCTAssertEqual("\(error.cause as Any)".contains("5"), true)
        }
    }

    func testForeignBytes_areNoDatabase() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "foreign.quire")
            try Data(repeating: 65, count: 100_000).write(to: file)
            XCTAssertThrowsError(try Realm(configuration: .init(fileURL: file, objectTypes: commonTypes))) { error in
                XCTAssertTrue(Realm.Error.Code.notADatabase ~= error, "\(error)")
                XCTAssertEqual((error as? Realm.Error)?.file, file.path(percentEncoded: false))
            }
        }
    }

    func testDeleteFiles_ofAnOpenFile_isAlreadyOpen() throws {
        try withTemporaryDirectory { directory in
            let configuration = Realm.Configuration(
                fileURL: directory.appending(path: "a.quire"), objectTypes: commonTypes)
            XCTAssertFalse(try Realm.deleteFiles(for: configuration))
            do {
                let realm = try Realm(configuration: configuration)
                XCTAssertTrue(Realm.fileExists(for: configuration))
                XCTAssertThrowsError(try Realm.deleteFiles(for: configuration)) { error in
                    XCTAssertTrue(Realm.Error.alreadyOpen ~= error, "\(error)")
                    XCTAssertNotNil((error as? Realm.Error)?.file)
                }
                XCTAssertTrue(realm.isEmpty)
            }
            XCTAssertTrue(try Realm.deleteFiles(for: configuration))
            XCTAssertFalse(Realm.fileExists(for: configuration))
        }
    }

    func testInvalidStoredCase_isNilForOptionalsAndDamageOtherwise() throws {
        let realm = try makeRealm()
        let required = Scalars(value: ["id": 1])
        let optional = OptionalScalars()
        try realm.write {
            realm.add(required)
            realm.add(optional)
            optional.mood = .cross
        }
        // Raw values as another version of the program wrote them.
        try realm.write {
            for (object, name) in [(required, "mood"), (optional, "mood")] as [(Object, String)] {
                let property = try XCTUnwrap(object.managedBinding.property(named: name))
                try property.table.set(object.row, property.column, .text("furious"))
            }
        }
        XCTAssertNil(optional.mood)
        XCTAssertThrowsError(try realm.read { XCTAssertEqual(required.mood, .calm) }) { error in
            guard let error = error as? Realm.Error else { return XCTFail("\(error)") }
            XCTAssertEqual(error.code, .damaged)
            XCTAssertEqual(error.className, "Scalars")
            XCTAssertEqual(error.property, "mood")
        }
    }

    /// Whatever page of the classes is damaged, one of them finds it, and which page it is.
    func testVerify_readsEveryPageOfAClass() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "whole.quire")
            var configuration = Realm.Configuration(fileURL: file, objectTypes: commonTypes)
            configuration.pageSize = 512
            do {
                let realm = try Realm(configuration: configuration)
                try realm.write {
                    realm.create(Note.self, value: ["text": String(repeating: "long ", count: 1000)])
                    for id in 1...20 {
                        let pet: [String: Any] = ["id": id, "name": String(repeating: "pet \(id) ", count: id)]
                        let nicknames = (0..<3 * id).map { "nickname \($0)" }
                        realm.create(Owner.self, value: ["name": "owner \(id)", "nicknames": nicknames, "pets": [pet]])
                        realm.create(Scalars.self, value: ["id": id, "label": "label \(id)", "rank": -id])
                    }
                }
                for type in commonTypes { XCTAssertNoThrow(try realm.verify(type), "\(type)") }
                try realm.write {
                    realm.create(Owner.self, value: ["name": "in a write"])
                    XCTAssertNoThrow(try realm.verify(Owner.self))
                }
            }
            let bytes = try Data(contentsOf: file)
            var found: Set<NodeKind> = []
            for page in 1..<bytes.count / 512 {
                var damaged = bytes
                damaged[page * 512 + 300] ^= 1
                let copy = directory.appending(path: "\(page).quire")
                try damaged.write(to: copy)
                defer { try? FileManager.default.removeItem(at: copy) }
                configuration.fileURL = copy
                let tree = bytes[page * 512 + NodeHeader.tree..<page * 512 + NodeHeader.tree + 4]
                    .reversed().reduce(0) { $0 << 8 | Int($1) }
                // Trees below 16 are the file's own. A page that the check does not miss is not in use.
                guard tree >= 16, let kind = NodeKind(rawValue: bytes[page * 512 + NodeHeader.kind]),
                    let realm = try? Realm(configuration: configuration),
                    try realm.check().problems.contains(where: { $0.page == UInt32(page) })
                else { continue }
                let errors = commonTypes.compactMap { type -> Realm.Error? in
                    do { try realm.verify(type) } catch { return error as? Realm.Error }
                    return nil
                }
                XCTAssertEqual(errors.map(\.page), [UInt32(page)], "\(kind) at page \(page)")
                XCTAssertEqual(errors.map(\.code), [.damaged])
                found.insert(kind)
            }
            XCTAssertEqual(found, [.integerInner, .bytesInner, .columnLeaf, .pairsLeaf, .keysLeaf, .overflow])
        }
    }
}
