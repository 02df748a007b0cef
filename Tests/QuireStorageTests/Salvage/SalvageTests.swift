// Salvage: of a whole file everything; of a damaged one everything but what was in the damaged pages, and it says so.

import Foundation
import QuireTestSupport
import XCTest

@testable import QuireStorage

final class SalvageTests: SalvageTestCase {
    func testSalvage_ofAWholeStore_savesEverything() throws {
        try overRandomStores(every: 11) { [unowned self] database, memory, model, name in
            let (report, salvaged) = try salvage(memory.bytes, name)
            XCTAssertTrue(report.isWhole, "\(name): \(report)")
            XCTAssertEqual(report.damagedPageCount, 0, name)
            let session = try Session(database: salvaged)
            try session.pin()
            XCTAssertEqual(try model.differences(session), [], name)
            XCTAssertEqual(try contents(salvaged), try contents(database), name)
        }
    }

    /// One node of the state after the other is damaged.
    func testSalvage_withOneDamagedNode_losesWhatWasInItAndNothingElse() throws {
        let bytes = try sample(people: 130)
        let original = try objects(openMemory(MemoryFile(name: "whole", bytes: bytes), boot: 2))
        let database = try openMemory(MemoryFile(name: "whole", bytes: bytes), boot: 2)
        let rowTrees = try rowTrees(database)
        var counts: [String: Int] = [:]
        for node in try nodes(bytes) {
            var damaged = bytes
            damaged[node.page * 512 + 70] ^= 0x10
            let name = "\(node.kind) \(node.tree), level \(node.level), page \(node.page)"
            let (report, salvaged) = try salvage(damaged, name)
            let saved = try objects(salvaged)
            compare(saved, to: original, report, Self.definitions, name)
            let isOfClasses = node.kind == .columnLeaf && node.tree == 2
            if !isOfClasses { XCTAssertEqual(report.lostClassCount, 0, name) }
            let isLeafOfRows = node.kind == .columnLeaf && rowTrees.contains(node.tree)
            if isOfClasses {
                XCTAssertFalse(report.isWhole, name)
            } else if isLeafOfRows || node.kind == .overflow && rowTrees.contains(node.tree) {
                XCTAssertLessThan(saved.count, original.count, name)
            } else {
                // Inner nodes, keys, indexes, inverses, lists, the directory, the free bitmap: every row is found.
                XCTAssertEqual(saved.count, original.count, name)
            }
            counts["\(node.kind)\(report.isWhole ? ", nothing lost" : "")", default: 0] += 1
        }
        print(counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" })
        for kind in NodeKind.allCases {
            XCTAssertTrue(counts.keys.contains { $0.hasPrefix("\(kind)") }, "\(kind) is missing: \(counts)")
        }
    }

    private func rowTrees(_ database: Database) throws -> Set<UInt32> {
        let session = try Session(database: database)
        try session.pin()
        return Set(session.tables.map(\.main.id.rawValue))
    }

    /// All that leads to rows is gone: what stands in the used pages is found all the same.
    func testSalvage_withoutAnyInnerNodeOrDirectory_savesEveryRow() throws {
        let bytes = try sample(people: 130)
        let original = try objects(openMemory(MemoryFile(name: "whole", bytes: bytes), boot: 2))
        let all = try nodes(bytes)
        for keepsBitmap in [true, false] {
            var damaged = bytes
            for node in all {
                let isBitmap = node.tree == BitmapLeaf.tree.rawValue
                let isLost =
                    isBitmap
                    ? !keepsBitmap
                    : node.tree == 1 || node.level > 0 && node.kind == .integerInner
                        || node.kind == .keysLeaf || node.kind == .pairsLeaf || node.kind == .bytesInner
                if isLost { damaged[node.page * 512 + 66] ^= 1 }
            }
            let (report, salvaged) = try salvage(damaged)
            let saved = try objects(salvaged)
            print(report)
            XCTAssertEqual(report.lostClassCount, 0)
            XCTAssertEqual(report.damagedPageCount == nil, !keepsBitmap)
            for (name, rows) in original.rows where keepsBitmap {
                XCTAssertEqual(saved.rows[name]?.count, rows.count, name)
            }
            if keepsBitmap {
                XCTAssertFalse(report.classes.contains { $0.mayBeOlder })
                compare(saved, to: original, report, Self.definitions, "without inner nodes")
            } else {
                // Which of several versions is the newest is only guessed: no row that was there is missing.
                XCTAssertTrue(report.classes.contains { $0.mayBeOlder })
                for (name, rows) in original.rows where name != "Home" {
                    XCTAssertEqual(rows.keys.filter { saved.rows[name]?[$0] == nil }, [], name)
                }
            }
            XCTAssertNil(report.classes[0].lostCount)
            XCTAssertFalse(report.isWhole)
        }
    }

    /// The slots are gone, one by one and all.
    func testSalvage_withDamagedSlots_takesTheNextOlderState() throws {
        let bytes = try sample(people: 130)
        let database = try openMemory(MemoryFile(name: "whole", bytes: bytes), boot: 2)
        let original = try objects(database)
        let newest = database.newestTransaction
        var damaged = bytes
        func destroy(_ transaction: UInt64) {
            damaged[FileLayout.slotOffset(block: FileLayout.slotBlock(TransactionID(transaction))) + 100] ^= 1
        }
        destroy(newest.rawValue)
        var (report, salvaged) = try salvage(damaged)
        XCTAssertEqual(report.transaction?.rawValue, newest.rawValue - 1)
        XCTAssertEqual(report.lostTransaction, newest)
        XCTAssertFalse(report.isWhole)
        XCTAssertGreaterThan(try objects(salvaged).count, original.count / 2)
        destroy(newest.rawValue - 1)
        destroy(newest.rawValue - 2)
        (report, salvaged) = try salvage(damaged)
        XCTAssertNil(report.transaction)
        XCTAssertEqual(report.headProblems.count, 1)
        XCTAssertFalse(report.isWhole)
        let saved = try objects(salvaged)
        for (name, rows) in original.rows where name != "Home" {
            XCTAssertEqual(rows.keys.filter { saved.rows[name]?[$0] == nil }, [], name)
        }
    }

    func testSalvage_withADamagedHeader_findsWhatItSaid() throws {
        let bytes = try sample(people: 60)
        let database = try openMemory(MemoryFile(name: "whole", bytes: bytes), boot: 2)
        let expected = try contents(database)
        for offset in [0, 3, 8, 9, 12, 16, 20, 31, 40, 120] {
            var damaged = bytes
            damaged[offset] ^= 0x21
            let (report, salvaged) = try salvage(damaged, "byte \(offset)")
            XCTAssertEqual(report.headProblems, ["The header is damaged."], "byte \(offset)")
            XCTAssertEqual(try contents(salvaged), expected, "byte \(offset)")
        }
        // The magic and the page size are gone.
        var damaged = bytes
        for offset in 0..<12 { damaged[offset] = 0 }
        XCTAssertEqual(try contents(salvage(damaged).database), expected)
        // The file id is gone, and nothing can be told from anything else.
        for offset in 16..<32 { damaged[offset] = 0 }
        XCTAssertEqual(code { _ = try salvage(damaged) }, .notADatabase)
    }

    /// A file cut off anywhere.
    func testSalvage_ofATruncatedFile_savesWhatIsLeft() throws {
        let bytes = try sample(people: 130)
        let original = try objects(openMemory(MemoryFile(name: "whole", bytes: bytes), boot: 2))
        var lastCount = -1
        for length in stride(from: 65_536, to: bytes.count, by: 9_777) {
            let (report, salvaged) = try salvage(Array(bytes[..<length]), "\(length) bytes")
            let saved = try objects(salvaged)
            if report.transaction != nil, report.damagedPageCount != nil {
                compare(saved, to: original, report, Self.definitions, "\(length) bytes")
            }
            lastCount = saved.count
        }
        XCTAssertGreaterThan(lastCount, original.count / 2)
        for length in [0, 1, 500, 65_535] {
            XCTAssertNotNil(code { _ = try salvage(Array(bytes[..<length])) }, "\(length) bytes")
        }
        XCTAssertEqual(code { _ = try salvage(Array("no database at all".utf8)) }, .notADatabase)
    }

    /// Several damaged places at once, in files of any size.
    func testSalvage_withRandomDamage_keepsToTheTruth() throws {
        let bytes = try sample(people: 130)
        let original = try objects(openMemory(MemoryFile(name: "whole", bytes: bytes), boot: 2))
        var random = SeededGenerator(seed: 11)
        var lost = 0
        for round in 0..<60 {
            var damaged = bytes
            let count = 1 + random.below(30)
            for _ in 0..<count {
                let place = 65_536 + random.below(bytes.count - 65_536)
                for offset in place..<min(place + 1 + random.below(700), bytes.count) {
                    damaged[offset] = UInt8(random.below(256))
                }
            }
            let (report, salvaged) = try salvage(damaged, "round \(round)")
            if !report.isWhole { lost += 1 }
            // Without its bitmap a state cannot be told from past ones.
            if report.damagedPageCount != nil {
                compare(try objects(salvaged), to: original, report, Self.definitions, "round \(round)")
            }
        }
        XCTAssertGreaterThan(lost, 30)
    }
}
