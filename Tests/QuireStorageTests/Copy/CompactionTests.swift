// A file written anew in its own place: by whoever opens it alone, whole at every moment, never opened twice.

import Foundation
import QuireTestSupport
import Synchronization
import XCTest

@testable import QuireStorage

final class CompactionTests: CopyTestCase {
    private func options(_ decide: @escaping @Sendable (Int, Int) -> Bool = { _, _ in true }) -> Database.Options {
        var options = Database.Options()
        options.pageSize = 512
        options.compaction = Compaction(isRequired: false, decide: decide)
        return options
    }

    private var plain: Database.Options {
        var options = Database.Options()
        options.pageSize = 512
        return options
    }

    /// A file most of which is free.
    private func makeWornFile(_ path: String, _ system: any FileSystem = PosixFileSystem()) throws -> [String] {
        let database = try Database.open(.file(path: path), plain, system: system)
        _ = try LoadedStore(database, itemCount: 1_000, .scattered)
        let session = try Session(database: database)
        try session.beginWrite()
        let items = try XCTUnwrap(session.table("Item"))
        while try items.count > 100 { try items.delete(try XCTUnwrap(try items.row(at: items.count / 2))) }
        try session.commit()
        return try contents(database)
    }

    func testOpening_thatCompacts_givesASmallerFileWithTheSame() throws {
        for readsByCopying in [false, true] {
            let path = try temporaryPath()
            let expected = try makeWornFile(path)
            let before = try XCTUnwrap(PosixFileSystem().identity(path))
            let asked = Mutex<[Int]>([])
            let events = Mutex<[String]>([])
            let length = try XCTUnwrap(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
            var options = options { total, used in
                asked.withLock { $0 += [total, used] }
                return total == length
            }
            options.readsByCopying = readsByCopying
            options.onEvent = { event in events.withLock { $0.append(event) } }
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            do {
                let database = try Database.open(.file(path: path), options)
                XCTAssertEqual(database.path, path)
                XCTAssertLessThan(database.fileByteCount, length / 2)
                XCTAssertEqual(try contents(database), expected)
                try checkIsPacked(database)
                let other = try PosixFileSystem().open(path, .readAndWrite)
                XCTAssertEqual(code { try other.lock(.presence, .exclusive, .fail) }, .inUse)
                XCTAssertNil(code { try other.lock(.presence, .shared, .fail) })
                other.close()
                // The same instance for whoever opens it now, and it can be written to.
                XCTAssertTrue(try Database.open(.file(path: path), plain) === database)
                XCTAssertNotEqual(try PosixFileSystem().identity(path), before)
                let session = try Session(database: database)
                try session.beginWrite()
                _ = try session.table("Shelf")?.insert(key: nil)
                try session.commit()
            }
            XCTAssertEqual(asked.withLock { $0.count }, 2, "asked once, at the opening")
            XCTAssertEqual(asked.withLock { $0[0] }, length)
            XCTAssertLessThan(asked.withLock { $0[1] }, length / 2)
            XCTAssertEqual(events.withLock { $0 }, ["\(path) was compacted."])
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o640)
            // Now it is small enough.
            let again = try Database.open(.file(path: path), options)
            XCTAssertEqual(try contents(again).count, expected.count + 1)
            XCTAssertEqual(asked.withLock { $0.count }, 4)
            XCTAssertEqual(events.withLock { $0.count }, 1)
            let directory = (path as NSString).deletingLastPathComponent
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory), ["test.quire"])
        }
    }

    func testOpening_thatMustNotCompact_doesNotAsk() throws {
        let path = try temporaryPath()
        _ = try makeWornFile(path)
        let asked = Mutex(0)
        var options = options { _, _ in
            asked.withLock { $0 += 1 }
            return true
        }
        options.isReadOnly = true
        do { _ = try Database.open(.file(path: path), options) }
        options.isReadOnly = false
        let database = try Database.open(.file(path: path), plain)
        XCTAssertTrue(try Database.open(.file(path: path), options) === database, "it is open already")
        XCTAssertEqual(asked.withLock { $0 }, 0)
        XCTAssertEqual(code { _ = try Database.compact(.file(path: path), plain) }, .inUse)
        var readOnly = plain
        readOnly.isReadOnly = true
        XCTAssertEqual(code { _ = try Database.compact(.file(path: path), readOnly) }, .filePermissionDenied)
    }

    /// Another process has the file open, by a lock of its own.
    func testOpening_ofAFileThatIsOpenElsewhere_leavesItAsItIs() throws {
        let path = try temporaryPath()
        let expected = try makeWornFile(path)
        let identity = try PosixFileSystem().identity(path)
        let other = try PosixFileSystem().open(path, .readAndWrite)
        try other.lock(.presence, .shared, .fail)
        let events = Mutex<[String]>([])
        var options = options()
        options.onEvent = { event in events.withLock { $0.append(event) } }
        do { XCTAssertEqual(try contents(Database.open(.file(path: path), options)), expected) }
        XCTAssertEqual(events.withLock { $0.count }, 1)
        XCTAssertTrue(events.withLock { $0[0] }.contains("was not compacted: "))
        XCTAssertEqual(code { _ = try Database.compact(.file(path: path), plain) }, .inUse)
        XCTAssertEqual(try PosixFileSystem().identity(path), identity)
        // The opening that could not compact has told the others that it is open all the same.
        do {
            let database = try Database.open(.file(path: path), options)
            other.close()
            let third = try PosixFileSystem().open(path, .readAndWrite)
            defer { third.close() }
            XCTAssertEqual(code { try third.lock(.presence, .exclusive, .fail) }, .inUse)
            XCTAssertEqual(try contents(database), expected)
        }
        XCTAssertLessThan(try Database.compact(.file(path: path), plain).after, 400_000)
    }

    func testOpening_throughASymbolicLink_compactsWhatItLeadsTo() throws {
        let path = try temporaryPath()
        let expected = try makeWornFile(path)
        let link = try temporaryPath("link.quire")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let (before, after) = try Database.compact(.file(path: link), plain)
        XCTAssertLessThan(after, before)
        XCTAssertEqual(try FileManager.default.destinationOfSymbolicLink(atPath: link), path)
        XCTAssertEqual(try contents(Database.open(.file(path: path), plain)), expected)
    }

    /// A damaged file is opened as it is, so that what can be read is read; but who asks for compaction is told.
    func testOpening_ofADamagedFile_leavesItAsItIs() throws {
        let path = try temporaryPath()
        _ = try makeWornFile(path)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let page = try classesPage(path)
        let leaf = try XCTUnwrap((128..<bytes.count / 512).first { $0 != page && bytes[$0 * 512 + 28] == 3 })
        for place in [leaf, page] { bytes[place * 512 + 200] ^= 1 }
        try bytes.write(to: URL(fileURLWithPath: path))
        let events = Mutex<[String]>([])
        var options = options()
        options.onEvent = { event in events.withLock { $0.append(event) } }
        do { _ = try Database.open(.file(path: path), options) }
        XCTAssertEqual(events.withLock { $0.count }, 1)
        XCTAssertTrue(events.withLock { $0[0] }.contains("was not compacted: Page \(page) is damaged"))
        XCTAssertEqual(code { _ = try Database.compact(.file(path: path), plain) }, .damaged)
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: path)), bytes)
        let directory = (path as NSString).deletingLastPathComponent
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory), ["test.quire"])
    }

    private func classesPage(_ path: String) throws -> Int {
        Int(try Database.open(.file(path: path), plain).newestRoots.classes.reference.page.rawValue)
    }

    /// Threads that open the file while it is compacted all get the one new instance.
    func testOpening_byManyThreads_compactsOnceAndSharesTheFile() throws {
        for round in 0..<8 {
            let path = try temporaryPath("round\(round).quire")
            let expected = try makeWornFile(path)
            let found = Mutex<[Database]>([])
            let errors = Mutex<[String]>([])
            let options = options { total, used in used * 2 < total }
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                do {
                    let database = try Database.open(.file(path: path), options)
                    found.withLock { $0.append(database) }
                } catch { errors.withLock { $0.append("\(error)") } }
            }
            XCTAssertEqual(errors.withLock { $0 }, [], "round \(round)")
            let databases = found.withLock { $0 }
            XCTAssertEqual(Set(databases.map { ObjectIdentifier($0) }).count, 1, "round \(round)")
            XCTAssertEqual(try contents(databases[0]), expected)
        }
    }

    /// Somebody waits for the old file's lock, as another process does: he gets the new file, not the old one.
    func testWaiting_forTheLockOfTheReplacedFile_leadsToTheNewOne() throws {
        let path = try temporaryPath()
        let expected = try makeWornFile(path)
        let system = PosixFileSystem()
        let old = try system.open(path, .readAndWrite)
        try old.lock(.presence, .exclusive, .fail)
        var waiting = options { _, _ in false }
        waiting.whenInUse = .wait
        let opened = Mutex<[Database]>([])
        let done = DispatchGroup()
        done.enter()
        Thread.detachNewThread { [waiting] in
            do {
                let database = try Database.open(.file(path: path), waiting)
                opened.withLock { $0.append(database) }
            } catch { XCTFail("\(error)") }
            done.leave()
        }
        Thread.sleep(forTimeInterval: 0.2)
        let new = try XCTUnwrap(try Compaction.perform(on: old, at: path, options(), system))
        OpenDatabases.shared.remove(.file(new.identity))
        let identity = new.identity
        new.close()
        done.wait()
        let database = try XCTUnwrap(opened.withLock { $0.first })
        XCTAssertEqual(database.file.storage.identity, identity)
        XCTAssertEqual(try system.identity(path), identity)
        XCTAssertEqual(try contents(database), expected)
    }

    // MARK: Crashes and failures

    /// Whatever a power failure leaves, the name leads to the old file or to the new one, and each is whole.
    func testCompaction_cutOffAnywhere_leavesTheOldOrTheNewFile() throws {
        let directory = RecordedDirectory(seed: 1)
        let expected = try makeWornFile("store", directory)
        let before = directory.bytes
        let names = directory.names
        directory.clearEvents()
        do { _ = try Database.open(.file(path: "store"), options(), system: directory) }
        let events = directory.events
        let old = try XCTUnwrap(names["store"])
        let new = try XCTUnwrap(directory.names["store"])
        XCTAssertNotEqual(old, new)
        let touchesOld = events.contains { if case .file(old, _) = $0 { true } else { false } }
        XCTAssertFalse(touchesOld, "the old file is not written to")
        XCTAssertTrue(try namesAreDurable(events), "the new file's name reaches the medium before anybody writes")
        var counts = (old: 0, new: 0)
        try forEachCrash(at: "store", before: names, events) { bytes, name in
            guard let bytes else {
                counts.old += 1
                return
            }
            counts.new += 1
            let database = try openMemory(MemoryFile(name: "image", bytes: bytes), boot: 2)
            XCTAssertEqual(try contents(database), expected, name)
            try checkIsPacked(database, name)
        }
        XCTAssertEqual(try contents(openMemory(MemoryFile(name: "old", bytes: XCTUnwrap(before[old])))), expected)
        print("\(events.count) events, \(counts)")
        XCTAssertGreaterThan(counts.old, 5)
        XCTAssertGreaterThan(counts.new, 2)
    }

    /// The n-th call fails, for every n: the file under the name is whole, nothing else is left, and the next opening works.
    func testCompaction_withAFailingCall_leavesAWholeFile() throws {
        let base = RecordedDirectory(seed: 1)
        let expected = try makeWornFile("store", base)
        let bytes = try XCTUnwrap(base.bytes[try XCTUnwrap(base.names["store"])])
        var calls = 0
        while try compact(bytes, failingAt: calls, isRequired: false, expected) {
            XCTAssertTrue(try compact(bytes, failingAt: calls, isRequired: true, expected))
            calls += 1
        }
        print("\(calls) calls failed in turn")
        XCTAssertGreaterThan(calls, 6)
    }

    /// False if fewer calls were made.
    private func compact(
        _ bytes: [UInt8], failingAt call: Int, isRequired: Bool, _ expected: [String]
    ) throws -> Bool {
        let directory = RecordedDirectory(seed: 2, boot: 2)
        try directory.put(bytes, at: "store")
        var options = plain
        options.compaction = Compaction(isRequired: isRequired) { _, _ in true }
        directory.failCall(after: call)
        let code = code { _ = try Database.open(.file(path: "store"), options, system: directory) }
        let hasFailed = directory.hasFailed
        directory.failCall(after: nil)
        if isRequired, hasFailed { XCTAssertEqual(code, .fileAccess, "call \(call)") }
        if !hasFailed { XCTAssertNil(code, "call \(call)") }
        XCTAssertEqual(Array(directory.names.keys), ["store"], "call \(call)")
        let database = try Database.open(.file(path: "store"), plain, system: directory)
        XCTAssertEqual(try contents(database), expected, "call \(call)")
        XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [], "call \(call)")
        return hasFailed
    }

    /// What an interrupted compaction left is removed by the next one, and with the file.
    func testRemains_ofACompactionThatWasCutOff_goAway() throws {
        let path = try temporaryPath()
        let expected = try makeWornFile(path)
        let remains = path + ".compacting"
        try Data(count: 100_000).write(to: URL(fileURLWithPath: remains))
        do { XCTAssertEqual(try contents(Database.open(.file(path: path), options())), expected) }
        XCTAssertFalse(FileManager.default.fileExists(atPath: remains))
        try Data(count: 100_000).write(to: URL(fileURLWithPath: remains))
        XCTAssertTrue(try Database.delete(.file(path: path)))
        XCTAssertFalse(FileManager.default.fileExists(atPath: remains))
    }
}
