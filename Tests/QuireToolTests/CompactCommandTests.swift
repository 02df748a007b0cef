// `quire compact` on files that the tests make.

import Foundation
import Quire
import XCTest

final class CompactCommandTests: ToolTestCase {
    private var byteCount: Int {
        get throws { try XCTUnwrap(FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) }
    }

    private func makeWornFile() throws {
        try makeFile(volumes: 600)
        let realm = try Realm(configuration: configuration)
        try realm.write { realm.delete(realm.objects(Volume.self).filter { $0.year >= 1910 }) }
    }

    func testCompact_makesTheFileSmaller() throws {
        try makeWornFile()
        let before = try byteCount
        let answer = try quire("compact", file.path)
        XCTAssertEqual(answer.status, 0, answer.errors)
        let after = try byteCount
        XCTAssertEqual(answer.output, "\(file.path): \(before) bytes before, \(after) bytes now\n")
        XCTAssertLessThan(after, before)
        let realm = try Realm(configuration: configuration)
        XCTAssertEqual(realm.objects(Volume.self).count, 60)
        XCTAssertEqual(realm.objects(Shelf.self).first?.books.count, 60)
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
    }

    func testCompact_ofAFileThatIsOpen_saysThatItIsInUse() throws {
        try makeWornFile()
        let realm = try Realm(configuration: configuration)
        let before = try Data(contentsOf: file)
        let answer = try quire("compact", file.path)
        XCTAssertEqual(answer.status, 1)
        XCTAssertEqual(answer.output, "")
        XCTAssertTrue(answer.errors.hasPrefix("quire: \(file.path) is in use elsewhere"), answer.errors)
        XCTAssertEqual(try Data(contentsOf: file), before)
        XCTAssertEqual(realm.objects(Volume.self).count, 60)
    }

    func testCompact_ofOtherFiles_saysWhatTheyAre() throws {
        let missing = try quire("compact", directory.appending(path: "missing").path)
        XCTAssertEqual(missing.status, 1)
        XCTAssertTrue(missing.errors.contains("There is no file to compact"), missing.errors)
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory.appending(path: "missing").path))
        let text = directory.appending(path: "text")
        try Data("hello, world".utf8).write(to: text)
        let answer = try quire("compact", text.path)
        XCTAssertEqual(answer.status, 1)
        XCTAssertTrue(answer.errors.contains("is not a Quire database"), answer.errors)
        XCTAssertEqual(try Data(contentsOf: text), Data("hello, world".utf8))
    }
}
