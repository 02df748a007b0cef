// Every input that ever showed something, and those from which the fuzzers begin, once more.

import Foundation
import QuireTestSupport
import XCTest

final class CorpusTests: XCTestCase {
    override class func setUp() { LeftOutDefence.fromEnvironment() }

    /// Tests/Fuzz/Corpus.
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fuzz/Corpus")

    /// Runs every input, none of which may find anything; tells how many of the corpus it ran.
    private func replay(_ target: FuzzTarget) throws -> Int {
        for seed in try target.seeds() { XCTAssertNoThrow(try target.run(seed), "\(target) \(seed.prefix(40))") }
        let folder = Self.corpus.appendingPathComponent(target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files.sorted(by: { $0.path < $1.path }) {
            // An input that stops the program is the last one named.
            print("\(target.rawValue)/\(file.lastPathComponent)")
            let bytes = try [UInt8](Data(contentsOf: file))
            XCTAssertNoThrow(try target.run(bytes), file.lastPathComponent)
        }
        return files.count
    }

    func testOpen() throws { XCTAssertGreaterThan(try replay(.open), 0) }
    func testResealed() throws { XCTAssertGreaterThan(try replay(.resealed), 0) }
    func testPages() throws { XCTAssertGreaterThan(try replay(.pages), 0) }
    func testJSON() throws { XCTAssertGreaterThan(try replay(.json), 0) }
    func testOperations() throws { XCTAssertGreaterThan(try replay(.operations), 0) }

    /// Packing is no change.
    func testPackedBytes_areTheBytes() throws {
        for bytes: [UInt8] in [
            [], [1], [0], [0, 0, 0, 5], [UInt8](repeating: 7, count: 70_000),
            [1] + [UInt8](repeating: 0, count: 99) + [2, 0, 3],
        ] {
            XCTAssertEqual(PackedBytes.unpack(PackedBytes.pack(bytes)), bytes)
        }
    }

    /// The second opinion on JSON has one.
    func testGrammar_knowsRightFromWrong() {
        for right in ["0", " [1e5, {\"a\": null}] ", "\"\\ud83d\\ude00\"", "-0.1E-2", "{}"] {
            XCTAssertEqual(JSONGrammar.judge(Array(right.utf8), depthLimit: 9), .right, right)
        }
        for wrong in ["", "01", "[1,]", "{\"a\"}", "\"\\ud83d\"", "1.", "nul", "[}", "{\"a\":1,}", "\u{1}", "1 1"] {
            XCTAssertEqual(JSONGrammar.judge(Array(wrong.utf8), depthLimit: 9), .wrong, wrong)
        }
        XCTAssertEqual(JSONGrammar.judge(Array("[[[]]]".utf8), depthLimit: 2), .tooDeep)
    }
}
