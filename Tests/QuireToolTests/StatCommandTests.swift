// `quire stat` on files that the tests make.

import Foundation
import Quire
import XCTest

final class StatCommandTests: ToolTestCase {
    func testStat_ofAFile_showsPagesAndTransaction() throws {
        try makeFile(volumes: 200)
        let answer = try quire("stat", file.path)
        XCTAssertEqual(answer.status, 0)
        XCTAssertEqual(answer.errors, "")
        let byteCount = try Data(contentsOf: file).count
        XCTAssertEqual(answer.lines.first.map(String.init), file.path)
        XCTAssertTrue(answer.lines.contains("page size: 1024 bytes"), answer.output)
        XCTAssertTrue(answer.lines.contains("file: \(byteCount) bytes"), answer.output)
        // Making the file, declaring the classes, one write.
        XCTAssertTrue(answer.lines.contains("transaction: 3"), answer.output)
    }

    func testStat_ofAFile_countsPagesAsTheCheckDoes() throws {
        try makeFile(volumes: 200)
        let report = try Realm(configuration: configuration).check()
        let answer = try quire("stat", file.path)
        XCTAssertTrue(answer.output.contains("pages: \(report.pages) in use"), answer.output)
    }

    func testStat_ofAClass_showsItsTrees() throws {
        try makeFile(volumes: 200)
        let answer = try quire("stat", file.path)
        XCTAssertTrue(answer.output.contains("\nclass Volume: 200 objects, 0 ghosts, "), answer.output)
        XCTAssertTrue(answer.output.contains("\nclass Shelf: 2 objects, 0 ghosts, "), answer.output)
        for name in ["rows", "primary keys", "index of year", "inverse of shelf"] {
            let row = answer.row(name, inClass: "Volume")
            XCTAssertEqual(row.first, "200", "\(name): \(answer.output)")
            XCTAssertEqual(row.count, 7, name)
            let numbers = row.prefix(6).compactMap { Int($0) }
            guard numbers.count == 6 else { return XCTFail("\(name): \(answer.output)") }
            let (height, leaves, inner, pages, fill) = (numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
            XCTAssertGreaterThan(leaves, 1, name)
            XCTAssertGreaterThanOrEqual(height, 2, name)
            XCTAssertGreaterThanOrEqual(inner, 1, name)
            XCTAssertGreaterThanOrEqual(pages, leaves + inner, name)
            XCTAssertTrue((10...100).contains(fill), "\(name) is \(fill) % full")
        }
        XCTAssertEqual(answer.row("long lists", inClass: "Shelf").first, "200")
        XCTAssertTrue(answer.output.contains("\n  long values: 20 in 120 pages"), answer.output)
    }

    func testStat_whileKeysAreAwaited_countsGhosts() throws {
        try makeFile(volumes: 1)
        do {
            let realm = try Realm(configuration: configuration)
            let json = #"[{"isbn": "a", "year": 1, "text": "", "shelf_id": 7}, {"isbn": "b", "year": 1, "text": "", "shelf_id": 7}]"#
            try realm.importJSON(Volume.self, from: Data(json.utf8))
        }
        let answer = try quire("stat", file.path)
        XCTAssertTrue(answer.output.contains("class Shelf: 2 objects, 1 ghosts"), answer.output)
        XCTAssertEqual(answer.row("ghosts", inClass: "Shelf").first, "1")
        XCTAssertTrue(try quire("check", file.path).output.contains("1 keys awaited"))
    }

    func testStat_ofAFileThatMayNotBeWritten_leavesItAsItIs() throws {
        try makeFile(volumes: 50)
        let before = try Data(contentsOf: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
        XCTAssertEqual(try quire("stat", file.path).status, 0)
        XCTAssertEqual(try quire("check", file.path).status, 0)
        XCTAssertEqual(try Data(contentsOf: file), before)
    }
}
