// What each kind of commit promises, held against every state that a power cut or a kill may leave.

import QuireStorage
import QuireTestSupport
import XCTest

final class DurabilityTests: PageTestCase {
    private func database(_ file: any StorageFile, boot: UInt64 = 1, seed: UInt64 = 3) throws -> Database {
        try openMemory(file, seed: seed, boot: boot)
    }

    private func values(_ bytes: [UInt8], boot: UInt64) throws -> [UInt64] {
        let database = try database(try MemoryFile(name: "image", bytes: bytes), boot: boot, seed: 9)
        try database.verify(findsLeaks: true)
        return try NodeForest(database).values()
    }

    private func syncs(_ file: RecordingFile) -> [SyncKind] {
        file.operations.compactMap { if case .sync(let kind) = $0 { kind } else { nil } }
    }

    private func writes(_ file: RecordingFile) -> [Int] {
        file.operations.compactMap { if case .write(let offset, _) = $0 { offset } else { nil } }
    }

    /// A file with four values, closed, in a recording.
    private func plantedFile() throws -> RecordingFile {
        let file = MemoryFile(name: "planted")
        try NodeForest(try database(file)).write { try $0.plant(4) }
        return RecordingFile(file)
    }

    // MARK: The calls

    func testSyncs_areThoseThatTheKindPromises() throws {
        let expected: [(Durability, [SyncKind])] = [
            (.durable, [.data]), (.twoSyncs, [.data, .data]), (.ordered, [.barrier]), (.relaxed, []),
        ]
        for (durability, kinds) in expected {
            let file = try plantedFile()
            let forest = try NodeForest(try database(file))
            file.clear()
            try forest.write(durability) { try $0.set(0, 7) }
            XCTAssertEqual(syncs(file), kinds, "\(durability)")
        }
    }

    func testTwoSyncs_writesTheSlotBehindTheFirst() throws {
        let file = try plantedFile()
        let forest = try NodeForest(try database(file))
        file.clear()
        try forest.write(.twoSyncs) { try $0.set(0, 7) }
        let places = file.operations.map { operation -> String in
            switch operation {
            case .write(let offset, let bytes):
                bytes.count == 32 ? "record" : offset < FileLayout.headByteCount ? "slot" : "pages"
            case .sync: "sync"
            case .failedSync: "failed sync"
            case .truncate: "length"
            }
        }
        XCTAssertEqual(places, ["pages", "sync", "slot", "sync", "record"])
    }

    // MARK: Relaxed

    func testRelaxed_afterAKill_isThere_andAfterARestart_theLastSyncIs() throws {
        let file = try plantedFile()
        let forest = try NodeForest(try database(file))
        for value in 1...9 as ClosedRange<UInt64> {
            try forest.write(.relaxed) { try $0.set(1, value) }
            let bytes = try bytes(of: file)
            XCTAssertEqual(try values(bytes, boot: 1), [0, value, 0, 0])
            XCTAssertEqual(try values(bytes, boot: 2), [0, 0, 0, 0])
        }
    }

    private func bytes(of file: RecordingFile) throws -> [UInt8] {
        let count = try file.byteCount()
        let node = Node.allocate(byteCount: count)
        defer { node.deallocate() }
        _ = try file.read(at: 0, into: node, byteCount: count)
        return node.bytes(at: 0, count: count).array
    }

    func testRelaxed_closed_isDurable() throws {
        let file = try plantedFile()
        do {
            let forest = try NodeForest(try database(file))
            try forest.write(.relaxed) { try $0.set(1, 5) }
            try forest.write(.relaxed) { try $0.set(2, 6) }
        }
        XCTAssertEqual(try values(try bytes(of: file), boot: 2), [0, 5, 6, 0])
    }

    func testRelaxed_ofManyBytes_isMadeDurableNowAndThen() throws {
        let file = try plantedFile()
        let forest = try NodeForest(try database(file))
        file.clear()
        var count = 0
        while syncs(file).isEmpty, count < 100 {
            try forest.write(.relaxed) { try $0.setLong(0, byteCount: 1 << 20 - 2, UInt8(count)) }
            count += 1
        }
        XCTAssertEqual(syncs(file).count, 2, "the states before first, then the slot")
        XCTAssertGreaterThan(count, 1)
        let long = try forest.values()[0]
        XCTAssertEqual(try values(try bytes(of: file), boot: 2)[0], long)
    }

    /// Relaxed and durable commits in turn; every crash state with the machine started again has what was durable last, or
    /// what was being made durable: the new state, or the relaxed one below it, which is synced first.
    func testPowerCut_amongRelaxedAndDurable_leavesWhatWasDurable() throws {
        let file = try plantedFile()
        let base = try bytes(of: file)
        var durable: [(operations: Int, states: [[UInt64]])] = [(0, [[0, 0, 0, 0]])]
        do {
            let forest = try NodeForest(try database(file))
            for (step, kind) in [Durability.relaxed, .relaxed, .durable, .relaxed, .ordered, .relaxed, .relaxed]
                .enumerated()
            {
                let before = try forest.values()
                try forest.write(kind) { try $0.set(step % 4, UInt64(step + 1)) }
                if kind != .relaxed { durable.append((file.operations.count, [try forest.values(), before])) }
            }
            durable.append((.max, [try forest.values()]))
        }
        let images = CrashImages(base: base, operations: file.operations)
        var imageCount = 0
        for count in 0...file.operations.count {
            let last = durable.lastIndex { $0.operations <= count } ?? 0
            let allowed = [durable[last].states[0]] + durable[min(last + 1, durable.count - 1)].states
            try images.forEach(after: count) { bytes, description in
                imageCount += 1
                let found = try values(bytes, boot: 2)
                XCTAssertTrue(allowed.contains(found), "\(description): \(found) is none of \(allowed)")
            }
        }
        XCTAssertGreaterThan(imageCount, 500)
    }

    /// After a power cut the file goes on from its anchor, past ids that slots of the lost states still have.
    func testCommit_afterLostRelaxedStates_isTheOneThatCounts() throws {
        for next in [Durability.durable, .relaxed] {
            let file = try plantedFile()
            let forest = try NodeForest(try database(file))
            for value in 1...2 as ClosedRange<UInt64> { try forest.write(.relaxed) { try $0.set(1, value) } }
            let image = try bytes(of: file)
            let after = RecordingFile(try MemoryFile(name: "after", bytes: image))
            let second = try NodeForest(try database(after, boot: 2, seed: 21))
            XCTAssertEqual(try second.values(), [0, 0, 0, 0])
            try second.write(next) { try $0.set(3, 8) }
            XCTAssertEqual(try values(try bytes(of: after), boot: 2), [0, 0, 0, 8])
            let found = try values(try bytes(of: after), boot: 3)
            XCTAssertEqual(found, next == .durable ? [0, 0, 0, 8] : [0, 0, 0, 0])
            try CrashImages(base: image, operations: after.operations).forEach(after: after.operations.count) {
                let found = try values($0, boot: 3)
                XCTAssertTrue([[0, 0, 0, 0], [0, 0, 0, 8]].contains(found), "\($1): \(found)")
            }
        }
    }

    func testSyncThatFails_overRelaxedStates_endsWriting_andTheNextOpeningHasTheAnchor() throws {
        let base = try plantedFile()
        let file = FailingFile(base)
        do {
            let forest = try NodeForest(try database(file))
            try forest.write(.relaxed) { try $0.set(1, 5) }
            var plan = FailingFile.Plan()
            plan.failingKinds = [.sync]
            file.set(plan)
            XCTAssertEqual(code { try forest.write { try $0.set(2, 6) } }, .commitFailed)
            XCTAssertEqual(code { try forest.write { try $0.set(3, 7) } }, .commitFailed)
            XCTAssertEqual(try forest.values(), [0, 5, 0, 0], "readers go on")
            file.set(FailingFile.Plan())
            XCTAssertEqual(code { try forest.write { try $0.set(3, 7) } }, .commitFailed, "a sync is not repeated")
        }
        XCTAssertEqual(try values(try bytes(of: base), boot: 1), [0, 0, 0, 0])
    }

    // MARK: The previous commit

    private func opened(_ bytes: [UInt8], previous: Bool, boot: UInt64 = 1) throws -> (NodeForest, MemoryFile) {
        let file = try MemoryFile(name: "previous", bytes: bytes)
        var options = Database.Options()
        options.opensPreviousCommit = previous
        let system = SimulatedSystem(seed: 31, boot: boot)
        return (try NodeForest(try Database.open(storage: file, options, system: system)), file)
    }

    private func twoStates() throws -> [UInt8] {
        let file = try plantedFile()
        let forest = try NodeForest(try database(file))
        try forest.write { try $0.set(1, 5) }
        try forest.write { try $0.set(1, 6) }
        return try bytes(of: file)
    }

    func testPreviousCommit_isShownOnRequest_andWritingGoesOnFromIt() throws {
        let bytes = try twoStates()
        XCTAssertEqual(try opened(bytes, previous: false).0.values(), [0, 6, 0, 0])
        let (forest, file) = try opened(bytes, previous: true)
        XCTAssertEqual(try forest.values(), [0, 5, 0, 0])
        try forest.write { try $0.set(2, 7) }
        XCTAssertEqual(try values(file.bytes, boot: 2), [0, 5, 7, 0])
    }

    func testPreviousCommit_ofAFileWhoseNewestSlotIsGone_isReadable() throws {
        var bytes = try twoStates()
        let newest = Int(try opened(bytes, previous: false).0.database.newestTransaction.rawValue)
        bytes[FileLayout.blockByteCount * (newest % FileLayout.slotCount + 1) + 60] ^= 1
        XCTAssertEqual(code { _ = try opened(bytes, previous: false) }, .damaged)
        XCTAssertEqual(try opened(bytes, previous: true).0.values(), [0, 5, 0, 0])
    }

    func testPreviousCommit_ofAFileWithoutOne_isAnError() throws {
        let file = MemoryFile(name: "young")
        _ = try database(file)
        XCTAssertEqual(code { _ = try opened(file.bytes, previous: true) }, .damaged)
    }
}
