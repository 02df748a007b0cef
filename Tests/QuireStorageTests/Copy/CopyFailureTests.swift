// What goes wrong while a copy is made: then there is no copy, and the error says why.

import Foundation
import QuireTestSupport
import XCTest

@testable import QuireStorage

final class CopyFailureTests: CopyTestCase {
    private func database(_ path: String, readsByCopying: Bool = false) throws -> Database {
        var options = Database.Options()
        options.pageSize = 512
        options.readsByCopying = readsByCopying
        return try Database.open(.file(path: path), options)
    }

    private func writeCopy(_ database: Database, to path: String, _ system: any FileSystem) throws {
        let snapshot = try database.pin()
        defer { database.unpin(snapshot) }
        try database.writeCopy(of: snapshot, to: path, system: system)
    }

    private func files(besides path: String) throws -> [String] {
        let directory = (path as NSString).deletingLastPathComponent
        return try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { !path.hasSuffix("/" + $0) }.sorted()
    }

    func testWriteCopy_toAPathWhereSomethingIs_changesNothing() throws {
        let path = try temporaryPath()
        let store = try database(path)
        _ = try LoadedStore(store, itemCount: 100)
        for name in ["text", "directory", "dangling"] {
            let place = path + "." + name
            switch name {
            case "text": try Data("precious".utf8).write(to: URL(fileURLWithPath: place))
            case "directory": try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
            default: try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "/nowhere/at/all")
            }
            XCTAssertEqual(code { try writeCopy(store, to: place, PosixFileSystem()) }, .fileExists, name)
        }
        XCTAssertEqual(code { try writeCopy(store, to: path, PosixFileSystem()) }, .fileExists)
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: path + ".text")), Data("precious".utf8))
        XCTAssertEqual(try files(besides: path).count, 3)
        XCTAssertEqual(code { try writeCopy(store, to: path + ".none/copy", PosixFileSystem()) }, .fileNotFound)
    }

    /// A copy of a copy, through a real file system, opened beside its source.
    func testWriteCopy_toAFile_isDurableAndIndependent() throws {
        for readsByCopying in [false, true] {
            let path = try temporaryPath()
            let store = try database(path, readsByCopying: readsByCopying)
            _ = try LoadedStore(store, itemCount: 500)
            try writeCopy(store, to: path + ".copy", PosixFileSystem())
            let copied = try database(path + ".copy", readsByCopying: readsByCopying)
            try checkIsPacked(copied)
            XCTAssertEqual(try contents(copied), try contents(store))
            try writeCopy(copied, to: path + ".copy2", PosixFileSystem())
            XCTAssertEqual(try contents(database(path + ".copy2")), try contents(store))
            XCTAssertEqual(try files(besides: path).count, 2)
        }
    }

    /// Each page in turn is damaged behind the back of a process that has verified all of them.
    func testWriteCopy_ofADamagedPage_throwsAndLeavesNoFile() throws {
        let path = try temporaryPath()
        do { _ = try LoadedStore(try database(path), itemCount: 200) }
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let isCopied = try copiedPages(database(path))
        let expected = try contents(database(path))
        var found = 0
        for page in stride(from: 128, to: isCopied.count, by: 3) {
            try whole.write(to: URL(fileURLWithPath: path))
            let store = try database(path)
            try store.verify()
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try handle.seek(toOffset: UInt64(page * 512 + 100))
            let byte = try XCTUnwrap(handle.read(upToCount: 1))[0]
            try handle.seek(toOffset: UInt64(page * 512 + 100))
            try handle.write(contentsOf: Data([byte ^ 4]))
            try handle.close()
            do {
                try writeCopy(store, to: path + ".copy", PosixFileSystem())
                XCTAssertFalse(isCopied[page], "page \(page) is damaged")
                XCTAssertEqual(try contents(database(path + ".copy")), expected, "page \(page)")
                try FileManager.default.removeItem(atPath: path + ".copy")
            } catch let error as StorageError {
                found += 1
                XCTAssertEqual(error.code, .damaged, "page \(page): \(error.message)")
                XCTAssertNotNil(error.page)
            }
            XCTAssertEqual(try files(besides: path), [], "page \(page)")
        }
        XCTAssertEqual(found, stride(from: 128, to: isCopied.count, by: 3).count { isCopied[$0] })
        print("\(found) damaged pages found")
        XCTAssertGreaterThan(found, 15)
    }

    /// Which pages the newest state uses, but for those of its free bitmap, which a copy does not need.
    private func copiedPages(_ database: Database) throws -> [Bool] {
        let snapshot = try database.pin()
        defer { database.unpin(snapshot) }
        let bitmap = try database.freeBitmap(of: snapshot.transaction)
        let ofBitmap = Set(bitmap.nodes.joined().map { Int($0.page.rawValue) })
        return (0..<database.file.pageCount).map { page in
            page < bitmap.pageCount && !bitmap.isFree(page) && !ofBitmap.contains(page)
        }
    }

    /// The n-th call on the new file or its directory fails, for every n.
    func testWriteCopy_withAFailingCall_leavesNoFile() throws {
        let memory = MemoryFile(name: "source")
        let store = try openMemory(memory)
        _ = try LoadedStore(store, itemCount: 300)
        let expected = try contents(store)
        var calls = 0
        while true {
            let directory = RecordedDirectory(seed: 1)
            directory.failCall(after: calls)
            do {
                try writeCopy(store, to: "copy", directory)
            } catch let error as StorageError {
                directory.failCall(after: nil)
                XCTAssertEqual(error.code, .fileAccess, error.message)
                XCTAssertEqual(directory.names, [:], "call \(calls): \(error.message)")
                calls += 1
                continue
            }
            XCTAssertEqual(Array(directory.names.keys), ["copy"])
            let bytes = try XCTUnwrap(directory.bytes.values.first)
            XCTAssertEqual(try contents(openMemory(MemoryFile(name: "copy", bytes: bytes))), expected)
            break
        }
        print("\(calls) calls failed in turn")
        XCTAssertGreaterThan(calls, 6)
    }

    /// Whatever a power failure leaves, there is the whole copy or none.
    func testWriteCopy_cutOffAnywhere_leavesAWholeFileOrNone() throws {
        let store = try openMemory(MemoryFile(name: "source"))
        _ = try LoadedStore(store, itemCount: 300)
        let expected = try contents(store)
        let directory = RecordedDirectory(seed: 1)
        try writeCopy(store, to: "copy", directory)
        var counts = (none: 0, whole: 0)
        try forEachCrash(at: "copy", before: [:], directory.events) { bytes, name in
            guard let bytes else {
                counts.none += 1
                return
            }
            counts.whole += 1
            XCTAssertEqual(try contents(openMemory(MemoryFile(name: "image", bytes: bytes), boot: 2)), expected, name)
        }
        print("\(counts)")
        XCTAssertGreaterThan(counts.none, 5)
        XCTAssertGreaterThan(counts.whole, 2)
    }

    /// A disk that is full at any point.
    func testWriteCopy_onAFullDisk_saysSo() throws {
        let store = try openMemory(MemoryFile(name: "source"))
        _ = try LoadedStore(store, itemCount: 300)
        let needed = try copy(store).byteCount()
        for capacity in stride(from: 0, to: needed, by: 40_000) {
            let file = FailingFile(MemoryFile(name: "copy"))
            var plan = FailingFile.Plan()
            plan.capacity = capacity
            file.set(plan)
            let snapshot = try store.pin()
            defer { store.unpin(snapshot) }
            let source = try CopySource(
                store.file.storage, pageSize: 512, seed: store.file.seed, readsByCopying: false, roots: snapshot.roots,
                pageCount: store.pageCount(of: snapshot.transaction))
            XCTAssertEqual(
                code { try FileCopy.write(source, to: file, system: SimulatedSystem(seed: 1)) }, .diskFull,
                "\(capacity)")
        }
    }
}
