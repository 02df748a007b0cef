// Several openings of one file that know of each other by locks and by the file alone, as several processes do.

import Foundation
import QuireStorage
import QuireTestSupport
import XCTest

final class SharingTests: PageTestCase {
    /// Openings of one file that share nothing in this process.
    private struct Place {
        let name: String
        let openWith: (Database.Options) throws -> Database

        func open() throws -> Database {
            var options = Database.Options()
            options.pageSize = 512
            return try openWith(options)
        }
    }

    private func overEveryPlace(_ body: (Place) throws -> Void) throws {
        let memory = MemoryFile(name: "shared", isShared: true)
        var seed: UInt64 = 0
        try body(
            Place(name: "memory") { options in
                seed += 1
                let file = seed == 1 ? memory : MemoryFile(opening: memory)
                return try Database.open(storage: file, options, system: SimulatedSystem(seed: seed))
            })
        for copies in [false, true] {
            let path = try temporaryPath()
            try PosixFileSystem().open(path, .create).close()
            try body(
                Place(name: "file, copying: \(copies)") { options in
                    var options = options
                    options.readsByCopying = copies
                    let file = try PosixFileSystem().open(path, .readAndWrite)
                    return try Database.open(storage: file, options, system: PosixFileSystem())
                })
        }
    }

    /// What a new reader of this opening sees.
    private func values(_ database: Database) throws -> [UInt64] { try Self.values(database) }

    private static func values(_ database: Database) throws -> [UInt64] {
        let snapshot = try database.pin()
        defer { database.unpin(snapshot) }
        return try NodeForest(database).values(snapshot.roots)
    }

    func testCommit_isSeenByTheOthers_andGoesOnFromTheirs() throws {
        try overEveryPlace { place in
            let first = try place.open()
            let second = try place.open()
            try NodeForest(first).write { try $0.plant(3) }
            XCTAssertEqual(try values(second), [0, 0, 0], place.name)
            for round in 1...20 as ClosedRange<UInt64> {
                try NodeForest(round % 2 == 0 ? first : second).write { try $0.set(Int(round % 3), round) }
                XCTAssertEqual(try values(first), try values(second), place.name)
                XCTAssertEqual(try values(first)[Int(round % 3)], round, place.name)
            }
            try first.verify(findsLeaks: true)
            try second.verify(findsLeaks: true)
        }
    }

    func testSnapshot_ofOne_staysWhole_whileTheOtherWrites() throws {
        try overEveryPlace { place in
            let reader = try place.open()
            let writer = try place.open()
            try NodeForest(writer).write { try $0.plant(6) }
            var held: [(Snapshot, [UInt64])] = []
            for round in 0..<60 as Range<UInt64> {
                try NodeForest(writer).write { try $0.set(Int(round % 6), round + 1) }
                if round % 7 == 0 { held.append((try reader.pin(), try values(reader))) }
                for (snapshot, values) in held {
                    XCTAssertEqual(try NodeForest(reader).values(snapshot.roots), values, "\(place.name), \(round)")
                }
                if held.count > 4 { reader.unpin(held.removeFirst().0) }
            }
            // A third opening must keep them too, though it learns of them from the file alone.
            let third = try place.open()
            for round in 0..<40 as Range<UInt64> {
                try NodeForest(third).write { try $0.set(Int(round % 6), round + 1000) }
            }
            for (snapshot, values) in held {
                XCTAssertEqual(try NodeForest(reader).values(snapshot.roots), values, place.name)
                reader.unpin(snapshot)
            }
            try third.verify(findsLeaks: true)
        }
    }

    /// A lock that came too late: the state that it names is long gone, and its holder is about to let go.
    func testLock_onAStateThatIsGone_doesNotStopTheWriter() throws {
        try overEveryPlace { place in
            let writer = try place.open()
            let other = try place.open()
            try NodeForest(writer).write { try $0.plant(6) }
            for round in 0..<500 as Range<UInt64> {
                try NodeForest(writer).write { try $0.set(Int(round % 6), round) }
                let newest = writer.newestTransaction.rawValue
                let late = LockByte.pin(TransactionID(newest - min(round % 5, newest - 1)))
                try other.file.storage.lock(late, .shared, .fail)
                try NodeForest(writer).write { try $0.set(0, round) }
                other.file.storage.unlock(late)
            }
            try writer.verify(findsLeaks: true)
        }
    }

    func testPages_thatOnlyAReleasedSnapshotUsed_areUsedAgain() throws {
        try overEveryPlace { place in
            let reader = try place.open()
            let writer = try place.open()
            try NodeForest(writer).write { try $0.plant(6) }
            let snapshot = try reader.pin()
            for round in 0..<300 as Range<UInt64> { try NodeForest(writer).write { try $0.set(Int(round % 6), round) } }
            let pinnedCount = writer.fileByteCount
            reader.unpin(snapshot)
            for round in 0..<600 as Range<UInt64> { try NodeForest(writer).write { try $0.set(Int(round % 6), round) } }
            XCTAssertEqual(writer.fileByteCount, pinnedCount, place.name)
        }
    }

    /// More pinned states than a slot can name: the others then take no page again, and nothing is lost.
    func testSnapshots_moreThanASlotNames_stayWhole() throws {
        try overEveryPlace { place in
            let reader = try place.open()
            let writer = try place.open()
            try NodeForest(writer).write { try $0.plant(4) }
            var held: [(Snapshot, [UInt64])] = []
            for round in 0..<45 as Range<UInt64> {
                try NodeForest(writer).write { try $0.set(Int(round % 4), round + 1) }
                held.append((try reader.pin(), try values(reader)))
            }
            let third = try place.open()
            for round in 0..<30 as Range<UInt64> {
                try NodeForest(round % 2 == 0 ? third : writer).write { try $0.set(Int(round % 4), round + 100) }
            }
            for (snapshot, values) in held {
                XCTAssertEqual(try NodeForest(reader).values(snapshot.roots), values, place.name)
                reader.unpin(snapshot)
            }
            try third.verify(findsLeaks: true)
        }
    }

    func testRelaxedCommits_areSeenByTheOthers_andMadeDurableByThem() throws {
        try overEveryPlace { place in
            let first = try place.open()
            let second = try place.open()
            try NodeForest(first).write { try $0.plant(3) }
            for round in 1...12 as ClosedRange<UInt64> {
                let kind: Durability = round % 4 == 0 ? .durable : .relaxed
                try NodeForest(round % 2 == 0 ? first : second).write(kind) { try $0.set(Int(round % 3), round) }
                XCTAssertEqual(try values(first), try values(second), place.name)
            }
            try second.verify(findsLeaks: true)
        }
    }

    /// Who opens a file while somebody writes sees what others have seen, though no sync has confirmed it.
    func testOpening_whileSomebodyWrites_showsRelaxedCommits_andNotTheOneUnderWay() throws {
        try overEveryPlace { place in
            let writer = try place.open()
            let forest = try NodeForest(writer)
            try forest.write { try $0.plant(2) }
            for value in 1...4 as ClosedRange<UInt64> {
                try forest.write(.relaxed) { try $0.set(0, value) }
                try writer.beginWriting()
                XCTAssertEqual(try values(try place.open()), [value, 0], place.name)
                writer.endWriting()
            }
            try writer.beginWriting()
            XCTAssertEqual(try values(try place.open()), [4, 0], place.name)
            writer.endWriting()
        }
    }

    /// One writes the slot of a transaction and dies before its sync returns.
    func testDeathOfAWriter_isSettledByTheNext_andSeenByReaders() throws {
        let memory = MemoryFile(name: "dying", isShared: true)
        let dying = FailingFile(memory)
        let reader: Database
        do {
            let database = try openMemory(dying, seed: 1)
            try NodeForest(database).write { try $0.plant(3) }
            reader = try openMemory(MemoryFile(opening: memory), seed: 2)
            XCTAssertEqual(try values(reader), [0, 0, 0])
            var plan = FailingFile.Plan()
            // Pages and slot are written; the sync and everything after it fail, the undoing too.
            plan.failingCall = 2
            plan.isSticky = true
            dying.set(plan)
            XCTAssertEqual(code { try NodeForest(database).write { try $0.set(0, 9) } }, .commitOutcomeUnknown)
        }
        XCTAssertEqual(try values(reader), [0, 0, 0], "what was not acknowledged is not shown")
        dying.close()
        let next = try openMemory(MemoryFile(opening: memory), seed: 3)
        try NodeForest(next).write { try $0.set(1, 5) }
        XCTAssertEqual(try values(reader), [9, 5, 0])
        try NodeForest(reader).write { try $0.set(2, 6) }
        XCTAssertEqual(try values(next), [9, 5, 6])
        try reader.verify(findsLeaks: true)
    }

    /// The record that warns the others still gets through, or gets lost with everything else.
    func testCommitThatCannotBeUndone_stopsWritersOfAllProcesses_untilAllHaveClosed() throws {
        let memory = MemoryFile(name: "poisoned", isShared: true)
        let dying = FailingFile(memory)
        var other: Database? = try openMemory(MemoryFile(opening: memory), seed: 2)
        do {
            let database = try openMemory(dying, seed: 1)
            try NodeForest(database).write { try $0.plant(3) }
            var plan = FailingFile.Plan()
            plan.failingKinds = [.sync]
            dying.set(plan)
            XCTAssertEqual(code { try NodeForest(database).write { try $0.set(0, 9) } }, .commitOutcomeUnknown)
            let second = try XCTUnwrap(other)
            XCTAssertEqual(code { try NodeForest(second).write { try $0.set(1, 5) } }, .commitOutcomeUnknown)
            XCTAssertEqual(try values(second), [0, 0, 0], "readers go on")
        }
        other = nil
        let next = try openMemory(MemoryFile(opening: memory), seed: 3)
        try NodeForest(next).write { try $0.set(2, 7) }
        XCTAssertEqual(try values(next), [0, 0, 7], "the slot was overwritten, though nobody could be sure")
        try next.verify(findsLeaks: true)
    }

    func testWriters_ofManyOpenings_andThreads_countExactly() throws {
        try overEveryPlace { place in
            let databases = try (0..<3).map { _ in try place.open() }
            try NodeForest(databases[0]).write { try $0.plant(2) }
            let group = DispatchGroup()
            let failures = Failures()
            for database in databases {
                for _ in 0..<2 {
                    DispatchQueue.global().async(group: group) {
                        for _ in 0..<40 {
                            do {
                                let forest = try NodeForest(database)
                                try forest.write { try $0.set(0, try $0.values()[0] + 1) }
                                let values = try Self.values(database)
                                if values[1] != 0 { failures.add("\(values)") }
                            } catch {
                                failures.add("\(error)")
                            }
                        }
                    }
                }
            }
            group.wait()
            XCTAssertEqual(failures.all, [], place.name)
            XCTAssertEqual(try values(databases[1]), [240, 0], place.name)
            XCTAssertEqual(try databases[0].activeVersions().count, 1, place.name)
            try databases[2].verify(findsLeaks: true)
        }
    }

    func testReadOnlyOpening_followsTheWriter() throws {
        let path = try temporaryPath()
        let writer = try Database.open(.file(path: path), Database.Options())
        try NodeForest(writer).write { try $0.plant(2) }
        var options = Database.Options()
        options.isReadOnly = true
        let file = try PosixFileSystem().open(path, .read)
        let reader = try Database.open(storage: file, options, system: PosixFileSystem())
        for value in 1...5 as ClosedRange<UInt64> {
            let snapshot = try reader.pin()
            defer { reader.unpin(snapshot) }
            try NodeForest(writer).write { try $0.set(0, value) }
            XCTAssertEqual(try values(reader), [value, 0])
            XCTAssertEqual(try NodeForest(reader).values(snapshot.roots), [value - 1, 0])
        }
    }

    func testImmutableOpening_takesNoLockAndNoNotice() throws {
        let path = try temporaryPath()
        do { try NodeForest(Database.open(.file(path: path), Database.Options())).write { try $0.plant(1) } }
        let holder = try PosixFileSystem().open(path, .readAndWrite)
        var options = Database.Options()
        options.isReadOnly = true
        options.isImmutable = true
        let file = try PosixFileSystem().open(path, .read)
        let reader = try Database.open(storage: file, options, system: PosixFileSystem())
        let snapshot = try reader.pin()
        XCTAssertEqual(try values(reader), [0])
        try holder.lock(.presence, .exclusive, .fail)
        XCTAssertNil(try holder.foreignPin(in: 1...1000))
        let writer = try Database.open(storage: holder, Database.Options(), system: PosixFileSystem())
        try NodeForest(writer).write { try $0.set(0, 4) }
        XCTAssertEqual(try values(reader), [0])
        reader.unpin(snapshot)
    }
}
