// Transactions and pages whose numbers are as large as they can be.

import Foundation
import QuireTestSupport
import XCTest

@testable import QuireStorage

final class NumberLimitTests: PageTestCase {
    private func open(_ path: String, pageSize: Int = 512) throws -> Database {
        var options = Database.Options()
        options.pageSize = pageSize
        return try Database.open(.file(path: path), options)
    }

    private func planted(_ path: String, pageSize: Int = 512) throws -> NodeForest {
        let forest = try NodeForest(try open(path, pageSize: pageSize))
        try forest.write { try $0.plant(4) }
        return forest
    }

    // MARK: Transactions

    /// Beyond 32 bits numbers go on, in slots, records, locks and nodes.
    func testTransactions_acrossThe32ndBit_goOn() throws {
        let path = try temporaryPath()
        do {
            let forest = try planted(path)
            forest.database.committer.lastID = TransactionID((1 << 32) - 4)
            for round in 1...8 {
                let reader = try forest.database.pin()
                try forest.write { try $0.set(0, UInt64(round)) }
                forest.database.unpin(reader)
            }
            XCTAssertEqual(forest.database.newestTransaction, TransactionID((1 << 32) + 4))
        }
        let forest = try NodeForest(try open(path))
        XCTAssertEqual(try forest.values(), [8, 0, 0, 0])
        try forest.write { try $0.set(1, 9) }
        try forest.database.verify(findsLeaks: true)
    }

    /// The last number is used, and what comes after it is refused before anything is written.
    func testTransactions_atTheirLimit_areRefusedAndTheStateStays() throws {
        let path = try temporaryPath()
        var stored: UInt64 = 0
        do {
            let forest = try planted(path)
            forest.database.committer.lastID = TransactionID(TransactionID.limit - 4)
            for round in 1...8 {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
                guard let code = code({ try forest.write { try $0.set(0, UInt64(round)) } }) else {
                    stored = UInt64(round)
                    continue
                }
                XCTAssertEqual(code, .valueOutOfRange)
                XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: path)), bytes)
                XCTAssertEqual(try forest.values(), [stored, 0, 0, 0])
            }
            XCTAssertGreaterThan(stored, 1)
            XCTAssertEqual(forest.database.newestTransaction, TransactionID(TransactionID.limit - 1))
        }
        let forest = try NodeForest(try open(path))
        XCTAssertEqual(try forest.values(), [stored, 0, 0, 0])
        XCTAssertEqual(forest.database.newestTransaction, TransactionID(TransactionID.limit - 1))
        XCTAssertEqual(code { try forest.write { try $0.set(0, 9) } }, .valueOutOfRange)
    }

    /// Every number that an opening accepts has a lock.
    func testTransaction_ofAnyNumber_canBePinned() throws {
        let path = try temporaryPath()
        let forest = try planted(path)
        let other = try PosixFileSystem().open(path, .readAndWrite)
        defer { other.close() }
        let numbers: [UInt64] = [1, (1 << 32) - 1, 1 << 61, TransactionID.limit - 1]
        for number in numbers {
            let transaction = TransactionID(number)
            try other.lock(.pin(transaction), .shared, .fail)
            XCTAssertEqual(try forest.database.file.storage.foreignPin(in: 1...TransactionID.limit - 1), transaction)
            other.unlock(.pin(transaction))
        }
    }

    // MARK: Pages

    /// The state covers pages far beyond 4 GiB and 2 TiB, most of which are a hole in the file; nodes go there.
    func testPages_beyond2TiB_areWrittenAndRead() throws {
        let pageSize = 65_536
        let path = try temporaryPath()
        do {
            let forest = try planted(path, pageSize: pageSize)
            for byteCount in [4 << 30, 2 << 40] {
                let page = byteCount / pageSize
                forest.database.committer.states.newest.freeBitmap?.grow(to: page + 500)
                forest.database.committer.cursor = page + 10
                do { try forest.write { try $0.set(1, UInt64(page)) } } catch let error as StorageError {
                    guard error.code == .diskFull else { throw error }
                    throw XCTSkip("the file system has no files of \(byteCount) bytes: \(error.message)")
                }
                XCTAssertGreaterThan(Int(forest.database.newestRoots.directory.reference.page.rawValue), page)
                XCTAssertEqual(try forest.values(), [0, UInt64(page), 0, 0])
            }
        }
        let forest = try NodeForest(try open(path, pageSize: pageSize))
        XCTAssertEqual(try forest.values(), [0, (2 << 40) / 65_536, 0, 0])
        try forest.write { try $0.set(2, 7) }
        XCTAssertEqual(try forest.values()[2], 7)
    }

    /// A transaction that needs pages beyond the last number is refused as one that does not fit on the disk.
    func testPages_atTheirLimit_areNotGivenOut() throws {
        let limit = Int(PageNumber.limit)
        let full = FreeBitmap(pageSize: 65_536, pageCount: limit - 64)
        let space = FreeSpace([full], windowPages: 1_024, growthLimit: .max)
        let placement = space.placeAtEnd(FreeSpace.Request(sizes: [Int](repeating: 1, count: 63)))
        XCTAssertEqual(placement?.pages, Array(limit - 64..<limit - 1))
        XCTAssertEqual(placement?.pageCount, limit - 1)
        XCTAssertNil(space.placeAtEnd(FreeSpace.Request(sizes: [Int](repeating: 1, count: 64))))
        XCTAssertNil(space.placeAtEnd(FreeSpace.Request(sizes: [64])))
    }
}
