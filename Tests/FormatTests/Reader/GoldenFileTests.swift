// The golden files: made again they have the same bytes, and the engine finds in them what is written beside them.

import QuireStorage
import QuireTestSupport
import XCTest

final class GoldenFileTests: XCTestCase {
    /// QUIRE_GOLDEN=write makes them anew, after a change of the format that was meant.
    private var writes: Bool { ProcessInfo.processInfo.environment["QUIRE_GOLDEN"] == "write" }

    func testGoldenFiles_madeAgain_haveTheSameBytes() throws {
        for golden in GoldenFile.all {
            if writes { try golden.store() }
            let (made, stored) = (try golden.make(), try golden.storedBytes())
            guard Data(made) != Data(stored) else { continue }
            let place = zip(made, stored).enumerated().first { $1.0 != $1.1 }?.offset ?? min(made.count, stored.count)
            XCTFail("\(golden.name) differs at byte \(place); if that was meant, set QUIRE_GOLDEN=write")
        }
    }

    func testGoldenFiles_openedByTheEngine_holdWhatIsWrittenBesideThem() throws {
        for golden in GoldenFile.all {
            let (bytes, contents) = (try golden.storedBytes(), try golden.storedContents())
            guard let refusal = golden.refusal else {
                assertSameLines(try EngineDump.text(bytes), contents, golden.name)
                let report = try FileCheck.run(EngineDump.open(bytes))
                XCTAssertEqual(report.problems.map(\.message), [], golden.name)
                continue
            }
            XCTAssertEqual(contents, GoldenFile.refusalText(refusal), golden.name)
            XCTAssertThrowsError(try EngineDump.open(bytes), golden.name) { error in
                XCTAssertEqual((error as? StorageError)?.code, refusal, "\(golden.name): \(error)")
            }
        }
    }

    /// What counts after a crash: the last transaction if it is whole, else the one before.
    func testCrashedFiles_showTheStateThatCounts() throws {
        let states = [
            "newest-slot-torn": 3, "newest-manifest-torn": 3, "newest-page-lost": 3, "newest-slot-a-tombstone": 3,
            "newest-part-of-a-long-value-lost": 3, "newest-state-relaxed-before-a-restart": 3,
            "newest-state-relaxed": 4, "newest-state-unpublished": 4, "unknown-write-feature": 4, "pinned-states": 4,
        ]
        for golden in GoldenFile.crashedFiles where golden.refusal == nil {
            let transaction = try XCTUnwrap(states[golden.name], golden.name)
            XCTAssertTrue(try golden.storedContents().contains("\n\"transaction\":\(transaction),\n"), golden.name)
        }
    }

    func testFolder_holdsTheGoldenFilesAndNothingElse_andIsSmall() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: GoldenFile.folder.path).sorted()
        XCTAssertEqual(names, GoldenFile.all.flatMap { [$0.name + ".json", $0.name + ".packed"] }.sorted())
        let sizes = try GoldenFile.all.map { try Data(contentsOf: $0.packedURL).count }
        let list = zip(GoldenFile.all, sizes).map { "\($0.name) \($1)" }
        XCTAssertLessThan(sizes.reduce(0, +), 200 << 10, list.joined(separator: ", "))
    }

    /// A form of node that no golden file has could change without a test.
    func testGoldenFiles_haveEveryFormOfNode() throws {
        var forms: Set<String> = []
        for golden in GoldenFile.wholeFiles {
            let bytes = try golden.storedBytes()
            let pageSize = bytes[8..<12].reversed().reduce(0) { $0 << 8 | Int($1) }
            for page in try ForgedFile(bytes).nodes {
                let header = bytes[page * pageSize..<page * pageSize + 64]
                let (kind, level) = (Int(header[header.startIndex + 28]), header[header.startIndex + 29])
                let flags = header[header.startIndex + 31]
                switch kind {
                case 1, 2: forms.insert("kind \(kind), level \(level)")
                case 3:
                    forms.insert("kind 3, form \(flags & 5)")
                    if flags & 2 != 0 { forms.insert("kind 3 with references") }
                default: forms.insert("kind \(kind), flags \(flags)")
                }
            }
        }
        let expected: Set = [
            "kind 1, level 1", "kind 1, level 2", "kind 2, level 1", "kind 2, level 2", "kind 3, form 0",
            "kind 3, form 1", "kind 3, form 4", "kind 3 with references", "kind 4, flags 0", "kind 4, flags 1",
            "kind 5, flags 1", "kind 5, flags 2", "kind 5, flags 3", "kind 6, flags 0", "kind 7, flags 0",
        ]
        XCTAssertEqual(expected.subtracting(forms), [])
    }

    func testPackedBytes_comeBack() {
        let striped = (0..<100).map { UInt8($0 % 40 < 20 ? 0 : $0) }
        for bytes in [[], [1], [UInt8](repeating: 0, count: 100), striped] {
            XCTAssertEqual(PackedBytes.unpack(PackedBytes.pack(bytes)), bytes)
        }
        XCTAssertNil(PackedBytes.unpack([1, 0, 0, 0, 9]))
    }
}
