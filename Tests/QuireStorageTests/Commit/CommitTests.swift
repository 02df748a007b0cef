// Commits that succeed.

import QuireStorage
import QuireTestSupport
import XCTest

final class CommitTests: PageTestCase {
    func testCommit_thenReopen_showsTheValues() throws {
        try overEveryStore { store in
            do {
                let forest = try NodeForest(try store.open())
                try forest.write { try $0.plant(5) }
                try forest.write { try $0.set(3, 77) }
                XCTAssertEqual(try forest.values(), [0, 0, 0, 77, 0], store.name)
            }
            let database = try store.open()
            XCTAssertEqual(database.pageSize, store.pageSize, store.name)
            let forest = try NodeForest(database)
            XCTAssertEqual(try forest.values(), [0, 0, 0, 77, 0], store.name)
            try database.verify(findsLeaks: true)
        }
    }

    func testCommit_manyTimes_reusesPages() throws {
        try overEveryStore { store in
            let database = try store.open()
            let forest = try NodeForest(database)
            try forest.write { try $0.plant(7) }
            try forest.write { try $0.set(0, 1) }
            let length = database.fileByteCount
            for round in 0..<300 {
                try forest.write { try $0.set(round % 7, UInt64(round)) }
            }
            XCTAssertEqual(database.fileByteCount, length, store.name)
            let expected = (0..<7).map { index in UInt64((0..<300).last { $0 % 7 == index } ?? 0) }
            XCTAssertEqual(try forest.values(), expected, store.name)
            try database.verify(findsLeaks: true)
        }
    }

    func testCommit_ofOneNode_writesOneRunOneSlotOneSyncOneRecord() throws {
        let file = RecordingFile(MemoryFile(name: "recorded", wantsSlack: true))
        let database = try openMemory(file, pageSize: 4096)
        let forest = try NodeForest(database)
        try forest.write { try $0.plant(3) }
        for round in 0..<20 {
            file.clear()
            try forest.write { try $0.set(1, UInt64(round)) }
            let operations = file.operations
            XCTAssertEqual(operations.count, 4)
            guard operations.count == 4 else { return }
            // Leaf, root and one leaf of the bitmap.
            guard case .write(let run, let nodes) = operations[0], case .write(let slot, let block) = operations[1],
                case .write(let place, let record) = operations[3]
            else { return XCTFail("\(operations)") }
            XCTAssertGreaterThanOrEqual(run, FileLayout.headByteCount)
            XCTAssertEqual(nodes.count, 3 * 4096)
            XCTAssertEqual(block.count, 4096)
            XCTAssertTrue([16_384, 32_768, 49_152].contains(slot))
            XCTAssertEqual(operations[2], .sync(.data))
            XCTAssertEqual(record.count, 32)
            XCTAssertEqual(place, (slot / 16_384 % 3 + 1) * 16_384 + PublishRecord.offset)
        }
    }

    /// Neighbouring pages go to the file together, whatever the transaction before was like.
    func testCommit_ofManyNodes_afterOneOfAFew_writesThemInOneRun() throws {
        let memory = MemoryFile(name: "recorded", wantsSlack: true)
        do { try NodeForest(openMemory(memory, pageSize: 4096)).write { try $0.plant(100) } }
        let file = RecordingFile(memory)
        let forest = try NodeForest(try openMemory(file, pageSize: 4096))
        for round in 1...5 as ClosedRange<UInt64> {
            try forest.write { try $0.set(1, round) }
            file.clear()
            try forest.write { forest in for index in 0..<100 { try forest.set(index, round) } }
            let runs = file.operations.compactMap { operation -> Int? in
                guard case .write(let offset, let bytes) = operation, offset >= FileLayout.headByteCount,
                    bytes.contains(where: { $0 != 0 })
                else { return nil }
                return bytes.count
            }
            XCTAssertEqual(runs, [102 * 4096], "100 leaves, their root, and one leaf of the bitmap")
        }
    }

    func testCommit_ofNothing_writesNothing() throws {
        let file = RecordingFile(MemoryFile(name: "recorded", wantsSlack: true))
        let forest = try NodeForest(try openMemory(file))
        try forest.write { try $0.plant(3) }
        let transaction = forest.database.newestTransaction
        file.clear()
        try forest.write { _ in }
        XCTAssertEqual(file.operations, [])
        XCTAssertEqual(forest.database.newestTransaction, transaction)
    }

    func testCommit_ofTheSameOperationsAndSeed_givesTheSameBytes() throws {
        func bytes() throws -> [UInt8] {
            let file = MemoryFile(name: "same")
            let forest = try NodeForest(try openMemory(file, seed: 99))
            try forest.write { try $0.plant(6) }
            for round in 0..<30 { try forest.write { try $0.set(round % 6, UInt64(round)) } }
            return file.bytes
        }
        XCTAssertEqual(try bytes(), try bytes())
    }
}
