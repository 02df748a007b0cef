// `quire check`, and what both commands answer to files that they cannot read.

import Foundation
import Quire
import QuireStorage
import XCTest

final class CheckCommandTests: ToolTestCase {
    func testCheck_ofAWholeFile_saysSo() throws {
        try makeFile(volumes: 300)
        let answer = try quire("check", file.path)
        XCTAssertEqual(answer.status, 0)
        XCTAssertEqual(answer.errors, "")
        XCTAssertTrue(answer.output.hasPrefix("\(file.path): whole; "), answer.output)
        XCTAssertTrue(answer.output.hasSuffix(" pages in use, 302 objects\n"), answer.output)
    }

    /// Every page that is in use is found when a byte of it changes.
    func testCheck_afterAByteChanged_namesThePage() throws {
        try makeFile(volumes: 300)
        let whole = try Data(contentsOf: file)
        let pages = stride(from: 65_536 / 1024, to: whole.count / 1024, by: 7).filter { page in
            whole[page * 1024..<page * 1024 + 4].contains { $0 != 0 }
        }
        XCTAssertGreaterThan(pages.count, 3)
        var found = 0
        for page in pages {
            var damaged = whole
            damaged[page * 1024 + 300] ^= 1
            try damaged.write(to: file)
            let answer = try quire("check", file.path)
            guard answer.status != 0 else { continue }
            found += 1
            XCTAssertEqual(answer.status, 1)
            XCTAssertTrue((answer.output + answer.errors).contains("damaged"), answer.output + answer.errors)
        }
        // Pages of older states may be changed without harm.
        XCTAssertGreaterThan(found, pages.count / 2)
    }

    func testCommands_onAFileThatIsOpen_lookAtItsNewestState() throws {
        try makeFile(volumes: 1)
        let realm = try Realm(configuration: configuration)
        XCTAssertEqual(realm.objects(Volume.self).count, 1)
        for command in ["stat", "check"] {
            let answer = try quire(command, file.path)
            XCTAssertEqual(answer.status, 0, answer.errors)
            XCTAssertTrue(answer.output.contains(command == "stat" ? "transaction: " : "whole"), answer.output)
        }
        try realm.write { realm.delete(realm.objects(Volume.self)) }
        let after = try quire("check", file.path).output
        XCTAssertTrue(after.contains("2 objects"), after)
    }

    func testCommands_onAFileThatIsBeingReplaced_sayThatItIsInUse() throws {
        try makeFile(volumes: 1)
        let holder = try PosixFileSystem().open(file.path, .readAndWrite)
        defer { holder.close() }
        try holder.lock(.presence, .exclusive, .fail)
        for command in ["stat", "check"] {
            let answer = try quire(command, file.path)
            XCTAssertEqual(answer.status, 1)
            XCTAssertEqual(answer.output, "")
            XCTAssertTrue(answer.errors.hasPrefix("quire: \(file.path) is in use elsewhere"), answer.errors)
        }
    }

    func testCommands_onOtherFiles_sayWhatTheyAre() throws {
        let cases: [(name: String, bytes: [UInt8]?, said: String)] = [
            ("missing", nil, "There is no file at"), ("empty", [], "is empty"),
            ("text", Array("hello, world, this is no database".utf8), "is not a Quire database"),
            ("realm", [UInt8](repeating: 0, count: 16) + Array("T-DB".utf8), "is a Realm file"),
        ]
        for (name, bytes, said) in cases {
            let url = directory.appending(path: name)
            if let bytes { try Data(bytes).write(to: url) }
            for command in ["stat", "check"] {
                let answer = try quire(command, url.path)
                XCTAssertEqual(answer.status, 1, name)
                XCTAssertEqual(answer.output, "", name)
                XCTAssertTrue(answer.errors.contains(said), "\(name): \(answer.errors)")
                XCTAssertEqual(
                    answer.errors.filter { $0 == "\n" }.count, 1, "one sentence on one line: \(answer.errors)")
            }
            if let bytes { XCTAssertEqual(try Data(contentsOf: url), Data(bytes)) }
        }
    }

    func testTool_withWrongArguments_saysHowToUseIt() throws {
        for arguments in [[], ["stat"], ["check"], ["compact"], ["mend", "x"], ["salvage", "x"]] {
            let answer =
                switch arguments.count {
                case 0: try quire()
                case 1: try quire(arguments[0])
                default: try quire(arguments[0], arguments[1])
                }
            XCTAssertEqual(answer.status, 2, "\(arguments)")
            XCTAssertEqual(answer.output, "")
            XCTAssertTrue(answer.errors.hasPrefix("usage: quire COMMAND FILE [NEWFILE]\n"), answer.errors)
        }
        let help = try quire("--help")
        XCTAssertEqual(help.status, 0)
        for command in ["stat FILE", "check FILE", "compact FILE", "salvage FILE NEWFILE"] {
            XCTAssertTrue(help.output.contains("  \(command)  "), command)
        }
    }
}
