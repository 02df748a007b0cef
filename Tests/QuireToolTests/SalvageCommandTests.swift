// `quire salvage` on files that the tests make and damage.

import Foundation
import Quire
import XCTest

final class SalvageCommandTests: ToolTestCase {
    private var salvaged: URL { directory.appending(path: "salvaged.quire") }

    private func open(_ url: URL) throws -> Realm {
        try Realm(configuration: Realm.Configuration(fileURL: url, objectTypes: [Shelf.self, Volume.self]))
    }

    func testSalvage_ofAWholeFile_saysThatNothingWasLost() throws {
        try makeFile(volumes: 100)
        let before = try Data(contentsOf: file)
        let answer = try quire("salvage", file.path, salvaged.path)
        XCTAssertEqual(answer.status, 0, answer.errors)
        XCTAssertEqual(
            answer.lines,
            [
                "\(salvaged.path): salvaged from \(file.path)", "state: transaction 3",
                "class Shelf: 2 objects saved, 0 lost", "class Volume: 100 objects saved, 0 lost", "nothing was lost",
            ])
        XCTAssertEqual(try Data(contentsOf: file), before)
        let realm = try open(salvaged)
        XCTAssertEqual(realm.objects(Volume.self).count, 100)
        XCTAssertEqual(realm.objects(Shelf.self).first?.books.count, 100)
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
    }

    /// Damage that `check` finds, all over the file; the new file is whole, and the numbers add up.
    func testSalvage_ofADamagedFile_saysWhatWasLost() throws {
        try makeFile(volumes: 300)
        var bytes = try Data(contentsOf: file)
        for page in stride(from: 70, to: bytes.count / 1024, by: 9) { bytes[page * 1024 + 500] ^= 1 }
        try bytes.write(to: file)
        XCTAssertEqual(try quire("check", file.path).status, 1)
        let answer = try quire("salvage", file.path, salvaged.path)
        XCTAssertEqual(answer.status, 1)
        XCTAssertEqual(answer.errors, "")
        XCTAssertEqual(answer.lines.last, "something was lost")
        // The free bitmap may be among what was hit; without it nobody knows which pages the state has.
        let isCounted = answer.output.contains("\ndamaged pages: ")
        XCTAssertNotEqual(isCounted, answer.output.contains("\nThe free bitmap is damaged.\n"), answer.output)
        let realm = try open(salvaged)
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
        let volumes = realm.objects(Volume.self).count
        let line = "class Volume: \(volumes) objects saved, \(300 - volumes) lost"
        XCTAssertTrue(answer.lines.contains(Substring(line)), answer.output)
        XCTAssertLessThan(volumes, 300)
        XCTAssertGreaterThan(volumes, 100)
        for volume in realm.objects(Volume.self) { XCTAssertEqual(volume.isbn.count, 9) }
        XCTAssertEqual(try Data(contentsOf: file), bytes, "the damaged file is left as it is")
    }

    func testSalvage_toAFileThatExists_changesNothing() throws {
        try makeFile(volumes: 10)
        try Data("precious".utf8).write(to: salvaged)
        let answer = try quire("salvage", file.path, salvaged.path)
        XCTAssertEqual(answer.status, 1)
        XCTAssertEqual(answer.output, "")
        XCTAssertTrue(answer.errors.contains("There is something at \(salvaged.path) already"), answer.errors)
        XCTAssertEqual(try Data(contentsOf: salvaged), Data("precious".utf8))
    }

    func testSalvage_ofOtherFiles_saysWhatTheyAre() throws {
        let text = directory.appending(path: "text")
        for bytes in [Data(), Data("hello, world".utf8), Data(count: 200_000)] {
            try bytes.write(to: text)
            let answer = try quire("salvage", text.path, salvaged.path)
            XCTAssertEqual(answer.status, 1)
            XCTAssertTrue(answer.errors.contains("is not a Quire database"), answer.errors)
        }
        XCTAssertEqual(try quire("salvage", text.path + ".none", salvaged.path).status, 1)
        try FileManager.default.removeItem(at: text)
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        XCTAssertEqual(left, ["errors", "output"])
    }
}
