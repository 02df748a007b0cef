// Salvage from a file to a file: what is there stays, and what goes wrong leaves nothing behind.

import Foundation
import QuireTestSupport
import XCTest

@testable import QuireStorage

final class SalvageFileTests: SalvageTestCase {
    private func files(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent).sorted()
    }

    func testSalvage_fromFileToFile_isPackedAndLeavesTheOldOne() throws {
        let path = try temporaryPath()
        let bytes = Data(try sample(people: 130))
        try bytes.write(to: URL(fileURLWithPath: path))
        let report = try Database.salvage(path, to: path + ".new")
        XCTAssertTrue(report.isWhole, "\(report)")
        let old = try Database.open(.file(path: path), Database.Options())
        let new = try Database.open(.file(path: path + ".new"), Database.Options())
        XCTAssertEqual(try contents(new), try contents(old))
        try checkIsPacked(new)
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: path)), bytes)
        XCTAssertEqual(try files(path), ["test.quire", "test.quire.new"])
        XCTAssertEqual(code { _ = try Database.salvage(path, to: path + ".new") }, .fileExists)
    }

    /// Others may read the file meanwhile; nobody may write.
    func testSalvage_ofAFileThatIsWritten_isRefused() throws {
        let path = try temporaryPath()
        try Data(try sample(people: 30)).write(to: URL(fileURLWithPath: path))
        let storage = try PosixFileSystem().open(path, .readAndWrite)
        try storage.lock(.writer, .exclusive, .fail)
        XCTAssertEqual(code { _ = try Database.salvage(path, to: path + ".new") }, .inUse)
        XCTAssertEqual(try files(path), ["test.quire"])
        storage.unlock(.writer)
        XCTAssertTrue(try Database.salvage(path, to: path + ".new").isWhole)
        storage.close()
    }

    /// The n-th call fails, for n all over the run.
    func testSalvage_withAFailingCall_leavesNothingBehind() throws {
        let bytes = try sample(people: 60)
        var calls = 0
        var isOver = false
        while !isOver {
            let directory = RecordedDirectory(seed: 1)
            try directory.put(bytes, at: "old")
            directory.failCall(after: calls)
            let code = code { _ = try Salvage.run("old", to: "new", system: directory) }
            isOver = !directory.hasFailed
            XCTAssertEqual(code == nil, isOver || directory.names["new"] != nil, "call \(calls)")
            directory.failCall(after: nil)
            let left = directory.names.keys.sorted().filter { !$0.hasPrefix("new.salvaging-") }
            XCTAssertEqual(left, code == nil ? ["new", "old"] : ["old"], "call \(calls)")
            calls += 1
        }
        print("\(calls - 1) calls failed in turn")
        XCTAssertGreaterThan(calls, 10)
    }
}
