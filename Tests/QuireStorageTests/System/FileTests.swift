// One body for a file in memory and a file on disk.

import Foundation
import QuireStorage
import QuireTestSupport
import XCTest

final class FileTests: PageTestCase {
    private func overEveryFile(_ body: (any StorageFile) throws -> Void) throws {
        try body(MemoryFile(name: "memory"))
        let file = try PosixFileSystem().open(try temporaryPath(), .create)
        defer { file.close() }
        try body(file)
    }

    private func write(_ bytes: [UInt8], at offset: Int, to file: any StorageFile) throws {
        try bytes.withView { view throws(StorageError) in try file.write(view, at: offset) }
    }

    private func read(_ count: Int, at offset: Int, from file: any StorageFile) throws -> [UInt8] {
        let node = Node.allocate(byteCount: max(count, 1))
        defer { node.deallocate() }
        let found = try file.read(at: offset, into: node, byteCount: count)
        return node.bytes(at: 0, count: found).array
    }

    func testWrite_thenRead_givesTheSameAndEndsAtTheEnd() throws {
        try overEveryFile { file in
            XCTAssertEqual(try file.byteCount(), 0)
            XCTAssertEqual(try read(10, at: 0, from: file), [])
            try write([1, 2, 3], at: 5, to: file)
            XCTAssertEqual(try file.byteCount(), 8)
            XCTAssertEqual(try read(100, at: 0, from: file), [0, 0, 0, 0, 0, 1, 2, 3])
            try write([9], at: 6, to: file)
            XCTAssertEqual(try read(2, at: 5, from: file), [1, 9])
            XCTAssertEqual(try read(2, at: 8, from: file), [])
        }
    }

    /// Of a file the same bytes are there again; memory of which there is no other copy keeps them.
    func testGiveBack_leavesEveryByteAsItWas() throws {
        try overEveryFile { file in
            let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try write(bytes, at: 0, to: file)
            let region = try file.map(at: 0, byteCount: bytes.count)
            region.giveBack(below: 70_000)
            XCTAssertEqual(region.node.bytes(at: 0, count: bytes.count).array, bytes)
            region.giveBack(below: 1 << 40)
            XCTAssertEqual(region.node.bytes(at: 0, count: bytes.count).array, bytes)
        }
        let memory = try MemoryRegion.zeros(byteCount: 1 << 16)
        memory.node.setU8(5, 9)
        memory.giveBack(below: 1 << 16)
        XCTAssertEqual(memory.node.u8(5), 9)
    }

    func testTruncate_cutsAndLengthensWithZeros() throws {
        try overEveryFile { file in
            try write([UInt8](repeating: 7, count: 100), at: 0, to: file)
            try file.truncate(to: 50)
            try file.truncate(to: 60)
            XCTAssertEqual(try file.byteCount(), 60)
            XCTAssertEqual(
                try read(60, at: 0, from: file),
                [UInt8](repeating: 7, count: 50) + [UInt8](repeating: 0, count: 10))
        }
    }

    func testMap_showsLaterWrites() throws {
        try overEveryFile { file in
            try write([UInt8](repeating: 1, count: 4096), at: 0, to: file)
            let region = try file.map(at: 0, byteCount: FileLayout.windowByteCount)
            XCTAssertEqual(region.node.u8(100), 1)
            try write([2], at: 100, to: file)
            XCTAssertEqual(region.node.u8(100), 2)
            // Longer than it was when it was mapped.
            try write([3], at: 10_000, to: file)
            XCTAssertEqual(region.node.u8(10_000), 3)
        }
    }

    func testWrite_acrossTheBorderOfTwoWindows_arrives() throws {
        try overEveryFile { file in
            let border = FileLayout.windowByteCount
            try write([1, 2, 3, 4], at: border - 2, to: file)
            XCTAssertEqual(try read(4, at: border - 2, from: file), [1, 2, 3, 4])
            let second = try file.map(at: border, byteCount: border)
            XCTAssertEqual(second.node.u8(1), 4)
            for kind in [SyncKind.data, .full, .barrier] { try file.sync(kind) }
        }
    }

    func testWrite_ofPieces_putsOneBehindTheOther() throws {
        try overEveryFile { file in
            let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }
            try bytes.withView { view throws(StorageError) in
                // As many as may be, and one of them empty.
                var pieces = (0..<1023).map { view.slice(4 * $0, 4) }
                pieces.append(view.slice(4092, 0))
                try file.write(pieces, at: 3)
                try file.write([view.slice(4092, 908)], at: 3 + 4092)
            }
            XCTAssertEqual(try read(6000, at: 3, from: file), bytes)
        }
    }

    #if os(Linux)
        /// A map that could be written through would have the system look at every process before each write.
        func testMap_ofAFileOpenToWrite_canOnlyRead() throws {
            let file = try PosixFileSystem().open(try temporaryPath(), .create)
            defer { file.close() }
            let region = try file.map(at: 0, byteCount: FileLayout.windowByteCount)
            XCTAssertEqual(unsafe mprotect(region.node.start, 4096, PROT_READ | PROT_WRITE), -1)
            XCTAssertEqual(errno, EACCES)
        }
    #endif

    /// Two openings of one file: of a memory file, and of a real one as two processes have it.
    private func overTwoOpenings(_ body: (any StorageFile, any StorageFile) throws -> Void) throws {
        let memory = MemoryFile(name: "shared", isShared: true)
        try body(memory, MemoryFile(opening: memory))
        let path = try temporaryPath()
        let system = PosixFileSystem()
        try body(try system.open(path, .create), try system.open(path, .readAndWrite))
    }

    func testLock_thatIsExclusive_excludesAnotherOpening() throws {
        try overTwoOpenings { first, second in
            XCTAssertEqual(first.identity, second.identity)
            for byte in [LockByte.presence, .writer, .pin(TransactionID(7))] {
                try first.lock(byte, .exclusive, .fail)
                XCTAssertEqual(code { try second.lock(byte, .exclusive, .fail) }, .inUse)
                XCTAssertEqual(code { try second.lock(byte, .shared, .waitUpTo(seconds: 0.01)) }, .inUse)
                first.unlock(byte)
                try second.lock(byte, .shared, .fail)
                try first.lock(byte, .shared, .fail)
                XCTAssertEqual(code { try second.lock(byte, .exclusive, .fail) }, .inUse)
                first.unlock(byte)
                try second.lock(byte, .exclusive, .fail)
                second.unlock(byte)
            }
            try first.lock(.writer, .exclusive, .fail)
            first.close()
            try second.lock(.writer, .exclusive, .waitUpTo(seconds: 10))
            second.close()
        }
    }

    func testLock_ofAClosedOpening_ofTheSameProcess_leavesTheOthers() throws {
        let path = try temporaryPath()
        let system = PosixFileSystem()
        let first = try system.open(path, .create)
        try first.lock(.presence, .shared, .fail)
        try system.open(path, .readAndWrite).close()
        let other = try system.open(path, .readAndWrite)
        XCTAssertEqual(code { try other.lock(.presence, .exclusive, .fail) }, .inUse)
        other.close()
        first.close()
    }

    func testPins_ofOthers_areFoundOneByOne_andOwnOnesAreNot() throws {
        try overTwoOpenings { first, second in
            for id in [3, 4, 900, 1 << 40] as [UInt64] { try second.lock(.pin(TransactionID(id)), .shared, .fail) }
            try first.lock(.pin(TransactionID(5)), .shared, .fail)
            XCTAssertNil(try first.foreignPin(in: 5...899))
            XCTAssertEqual(try first.foreignPin(in: 4...10), TransactionID(4))
            XCTAssertEqual(try first.foreignPin(in: 901...1 << 41), TransactionID(1 << 40))
            XCTAssertEqual(try second.foreignPin(in: 1...1000), TransactionID(5))
            second.close()
            XCTAssertNil(try first.foreignPin(in: 1...1 << 50))
            first.close()
        }
    }

    func testOpen_thatFails_namesPathAndReason() throws {
        let path = try temporaryPath()
        let system = PosixFileSystem()
        XCTAssertEqual(code { _ = try system.open(path, .read) }, .fileNotFound)
        try system.open(path, .create).close()
        XCTAssertEqual(code { _ = try system.open(path, .create) }, .fileExists)
        XCTAssertEqual(code { _ = try system.open(path + "\0x", .read) }, .fileNotFound)
        XCTAssertEqual(code { try system.link(path, to: path) }, .fileExists)
        do {
            _ = try system.open(path + "/below", .read)
            XCTFail("a file is no directory")
        } catch {
            XCTAssertTrue("\(error)".contains(path + "/below"), "\(error)")
        }
    }

    func testBootID_readsHexadecimalDigits() {
        XCTAssertEqual(PosixFileSystem().bootID, PosixFileSystem().bootID)
        #if os(Linux)
            XCTAssertNotEqual(PosixFileSystem().bootID, .unknown)
        #endif
    }
}
