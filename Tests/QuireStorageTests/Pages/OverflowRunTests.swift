// Long values.

import Foundation
import QuireStorage
import QuireTestSupport
import XCTest

final class OverflowRunTests: PageTestCase {
    /// Bytes that differ from place to place; large ones repeat after a prime number of bytes, to be made quickly.
    private func pattern(_ count: Int) -> [UInt8] {
        let piece = (0..<min(count, 70_001)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count { bytes.append(contentsOf: piece.prefix(count - bytes.count)) }
        return bytes
    }

    private func store(_ bytes: [UInt8], at index: Int, in forest: NodeForest) throws {
        let reference = try bytes.withView { view throws(StorageError) in
            try forest.space.writeOverflow(view, tree: NodeForest.tree, owner: 42, ownerColumn: 7)
        }
        // Readable before the commit.
        XCTAssertTrue(try isStored(bytes, reference, in: forest), "\(bytes.count)")
        try forest.setReference(index, reference)
    }

    private func isStored(_ bytes: [UInt8], _ reference: NodeReference, in forest: NodeForest) throws -> Bool {
        try bytes.withView { expected throws(StorageError) in
            try forest.space.withOverflow(reference, length: bytes.count) { $0.isEqual(expected) }
        }
    }

    private func isStored(_ bytes: [UInt8], at index: Int, in forest: NodeForest) throws -> Bool {
        try isStored(bytes, forest.reference(index), in: forest)
    }

    func testValue_ofEveryLengthAroundTheBorders_comesBack() throws {
        let lengths = [0, 1, 375, 376, 377, 65_535, 65_536, 65_537, 131_072, 300_000, 1 << 20, (1 << 20) + 5]
        try overEveryStore { store in
            let values = lengths.map(pattern)
            do {
                let forest = try NodeForest(try store.open())
                try forest.write { try $0.plant(lengths.count) }
                try forest.write { forest in
                    for (index, bytes) in values.enumerated() { try self.store(bytes, at: index, in: forest) }
                }
            }
            let forest = try NodeForest(try store.open())
            for (index, bytes) in values.enumerated() {
                XCTAssertTrue(try isStored(bytes, at: index, in: forest), "\(store.name), \(bytes.count)")
                let node = try forest.space.node(try forest.reference(index))
                XCTAssertEqual(node.owner, 42)
                XCTAssertEqual(node.ownerColumn, 7)
                let reference = try forest.reference(index)
                let wrongLength = code {
                    try forest.space.withOverflow(reference, length: bytes.count + 1) { _ in }
                }
                XCTAssertEqual(wrongLength, .damaged)
            }
            try forest.database.verify(findsLeaks: true)
        }
    }

    func testValue_acrossWindows_comesBack() throws {
        for copying in [false, true] {
            let file = MemoryFile(name: "large")
            var options = Database.Options()
            options.readsByCopying = copying
            let count = 70 << 20
            let bytes = [UInt8](repeating: 0x5C, count: count - 1) + [1]
            do {
                let forest = try NodeForest(try Database.open(storage: file, options, system: SimulatedSystem(seed: 1)))
                try forest.write { try $0.plant(2) }
                try forest.write { try self.store(bytes, at: 0, in: $0) }
            }
            let forest = try NodeForest(try Database.open(storage: file, options, system: SimulatedSystem(seed: 1)))
            XCTAssertTrue(try isStored(bytes, at: 0, in: forest))
            try forest.write { try $0.set(0, 5) }
            for round in 0..<3 { try forest.write { try $0.set(1, UInt64(round)) } }
            XCTAssertGreaterThan(try forest.database.usablePageCount(), count / 4096)
            try forest.database.verify(findsLeaks: true)
        }
    }

    func testValue_givenUpInItsTransaction_leavesNoTrace() throws {
        let forest = try NodeForest(try openMemory(MemoryFile(name: "given up"), pageSize: 4096))
        try forest.write { try $0.plant(3) }
        let bytes = pattern(3 << 20)
        func round() throws {
            try forest.write { forest in
                let mark = forest.space.mark()
                try self.store(bytes, at: 0, in: forest)
                try forest.setLong(1, byteCount: 2 << 20, 3)
                let inner = forest.space.mark()
                try self.store(bytes, at: 1, in: forest)
                forest.space.release(inner)
                forest.space.rollback(to: mark)
                try forest.resetRoots()
                try self.store(bytes, at: 2, in: forest)
                try forest.set(2, 9)
            }
        }
        try round()
        let length = forest.database.fileByteCount
        for _ in 0..<6 { try round() }
        // Everything was free again after each round.
        XCTAssertLessThanOrEqual(forest.database.fileByteCount, length)
        XCTAssertGreaterThan(try forest.database.usablePageCount(), 3 * (2 << 20) / 4096)
        try forest.database.verify(findsLeaks: true)
        XCTAssertThrowsError(
            try forest.write { forest in
                try self.store(self.pattern(20 << 20), at: 0, in: forest)
                throw StorageError(.fail, "rolled back")
            })
        XCTAssertLessThanOrEqual(forest.database.fileByteCount, length)
        try forest.database.verify(findsLeaks: true)
    }

    func testValue_aboveTheLimit_isRefused() throws {
        let forest = try NodeForest(try openMemory(MemoryFile(name: "limit")))
        let byte: [UInt8] = [1]
        XCTAssertEqual(
            code {
                try forest.write { forest in
                    _ = try byte.withView { view throws(StorageError) in
                        // Its length is refused before anybody looks at the bytes.
                        try forest.space.writeOverflow(
                            unsafe ByteView(start: view.start, count: OverflowRun.largestByteCount + 1),
                            tree: NodeForest.tree, owner: 0, ownerColumn: 0)
                    }
                }
            }, .valueOutOfRange)
    }

    func testValue_of2GiB_comesBack() throws {
        guard ProcessInfo.processInfo.environment["QUIRE_LARGE_TESTS"] != nil else {
            throw XCTSkip("takes minutes and 4 GiB; set QUIRE_LARGE_TESTS to run it")
        }
        let path = try temporaryPath()
        var options = Database.Options()
        options.pageSize = 65_536
        let forest = try NodeForest(try Database.open(.file(path: path), options))
        try forest.write { try $0.plant(1) }
        for count in [OverflowRun.largestByteCount - 1, OverflowRun.largestByteCount] {
            let bytes = [UInt8](repeating: 0xC3, count: count)
            try forest.write { forest in
                let reference = try bytes.withView { view throws(StorageError) in
                    try forest.space.writeOverflow(view, tree: NodeForest.tree, owner: 0, ownerColumn: 0)
                }
                try forest.setReference(0, reference)
            }
            XCTAssertTrue(try isStored(bytes, at: 0, in: forest))
        }
    }
}
