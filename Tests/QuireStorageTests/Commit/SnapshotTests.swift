// Pinned states stay as they are, and pages return when nobody needs them any more.

import Foundation
import QuireStorage
import QuireTestSupport
import XCTest

final class SnapshotTests: PageTestCase {
    func testPin_whileOthersCommit_showsItsOwnState() throws {
        try overEveryStore { store in
            let forest = try NodeForest(try store.open())
            try forest.write { try $0.plant(4) }
            var pinned: [(Snapshot, [UInt64])] = []
            for round in 1...30 {
                try forest.write { try $0.set(round % 4, UInt64(round)) }
                if round % 5 == 0 { pinned.append((try forest.database.pin(), try forest.values())) }
            }
            for (snapshot, values) in pinned {
                XCTAssertEqual(try forest.values(snapshot.roots), values, store.name)
                forest.database.unpin(snapshot)
            }
            XCTAssertEqual(forest.database.newestTransaction, TransactionID(32))
        }
    }

    /// S1 is pinned, many commits follow, S2 is pinned, S1 is released: the pages that only S1 saw return although S2
    /// stays.
    func testUnpin_ofTheOlderOfTwo_returnsThePagesThatOnlyItSaw() throws {
        let database = try openMemory(MemoryFile(name: "pins"))
        let forest = try NodeForest(database)
        try forest.write { try $0.plant(12) }
        for index in 0..<12 { try forest.write { try $0.set(index, 1) } }
        let first = try database.pin()
        for round in 0..<1000 { try forest.write { try $0.set(round % 12, UInt64(round)) } }
        let second = try database.pin()
        let secondValues = try forest.values()
        for round in 0..<24 { try forest.write { try $0.set(round % 12, UInt64(round)) } }

        let whileBothArePinned = try database.usablePageCount()
        XCTAssertEqual(try forest.values(first.roots), [UInt64](repeating: 1, count: 12))
        database.unpin(first)
        let afterwards = try database.usablePageCount()
        // Twelve leaves and the root of S1, and its node of the free bitmap.
        XCTAssertEqual(afterwards - whileBothArePinned, 14)

        let length = database.fileByteCount
        for round in 0..<200 { try forest.write { try $0.set(round % 12, UInt64(round)) } }
        XCTAssertEqual(database.fileByteCount, length)
        XCTAssertEqual(try forest.values(second.roots), secondValues)
        database.unpin(second)
        try database.verify(findsLeaks: true)
    }

    func testPin_byManyThreads_neverShowsHalfAState() throws {
        let database = try openMemory(MemoryFile(name: "threads"))
        let forest = try NodeForest(database)
        try forest.write { try $0.plant(8) }
        let group = DispatchGroup()
        let failures = Failures()
        for _ in 0..<3 {
            DispatchQueue.global().async(group: group) {
                let space = PageSpace(file: database.file)
                for _ in 0..<400 {
                    do {
                        let snapshot = try database.pin()
                        defer { database.unpin(snapshot) }
                        let byteCount = database.pageSize
                        let root = try space.node(snapshot.roots.directory.reference)
                        let values = try (0..<root.count).map { index in
                            let leaf = try space.node(IntegerInner.reference(root, index, byteCount: byteCount))
                            return IntegerInner.count(leaf, 0, byteCount: byteCount)
                        }
                        // Each transaction sets all values to the same number.
                        if Set(values).count != 1 { failures.add("\(values)") }
                    } catch {
                        failures.add("\(error)")
                    }
                }
            }
        }
        for round in 1...200 {
            try forest.write { forest in
                for index in 0..<8 { try forest.set(index, UInt64(round)) }
            }
        }
        group.wait()
        XCTAssertEqual(failures.all, [])
    }

    func testBeginWriting_byManyThreads_letsOneInAtATime() throws {
        let database = try openMemory(MemoryFile(name: "writers"))
        try NodeForest(database).write { try $0.plant(1) }
        let group = DispatchGroup()
        let failures = Failures()
        for _ in 0..<4 {
            DispatchQueue.global().async(group: group) {
                for _ in 0..<50 {
                    do {
                        let forest = try NodeForest(database)
                        try forest.write { try $0.set(0, try $0.values()[0] + 1) }
                    } catch {
                        failures.add("\(error)")
                    }
                }
            }
        }
        group.wait()
        XCTAssertEqual(failures.all, [])
        XCTAssertEqual(try NodeForest(database).values(), [200])
    }
}
