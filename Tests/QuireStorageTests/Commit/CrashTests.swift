// Power failures at every point of a script: what opens afterwards is the last acknowledged state or the one in flight.

import QuireStorage
import QuireTestSupport
import XCTest

final class CrashTests: PageTestCase {
    /// A recorded run: the values after each acknowledged transaction, and how many operations had been issued then.
    private struct Recording {
        var base: [UInt8]
        var operations: [RecordingFile.Operation]
        var acknowledged: [(operations: Int, values: [UInt64])]
        var images: CrashImages { CrashImages(base: base, operations: operations) }

        /// What may be found after a failure behind the first `count` operations.
        func allowed(after count: Int) -> [[UInt64]] {
            let last = acknowledged.lastIndex { $0.operations <= count } ?? 0
            return acknowledged[last...].prefix(2).map(\.values)
        }
    }

    private func record(
        from base: [UInt8], boot: UInt64 = 1, seed: UInt64 = 5, spillByteCount: Int = 64 << 20,
        wantsSlack: Bool = false, _ steps: [(NodeForest) throws -> Void]
    ) throws -> Recording {
        let file = RecordingFile(try MemoryFile(name: "recorded", bytes: base, wantsSlack: wantsSlack))
        var options = Database.Options()
        options.pageSize = 512
        options.spillByteCount = spillByteCount
        let system = SimulatedSystem(seed: seed, boot: boot)
        var acknowledged: [(operations: Int, values: [UInt64])] = []
        do {
            let forest = try NodeForest(try Database.open(storage: file, options, system: system))
            acknowledged.append((0, try forest.values()))
            for step in steps {
                try forest.write(step)
                acknowledged.append((file.operations.count, try forest.values()))
            }
        }
        return Recording(base: base, operations: file.operations, acknowledged: acknowledged)
    }

    /// An empty database.
    private func emptyImage() throws -> [UInt8] {
        let file = MemoryFile(name: "empty")
        _ = try openMemory(file)
        return file.bytes
    }

    private func values(_ bytes: [UInt8], boot: UInt64 = 2) throws -> [UInt64] {
        let database = try openMemory(try MemoryFile(name: "image", bytes: bytes), seed: 7, boot: boot)
        try database.verify(findsLeaks: true)
        return try NodeForest(database).values()
    }

    /// Checks every crash image of a recording, and from some of them goes on writing and crashes again.
    private func check(_ recording: Recording, _ name: String, depth: Int = 1) throws {
        var imageCount = 0
        for count in 0...recording.operations.count {
            let allowed = recording.allowed(after: count)
            recording.images.forEach(after: count) { bytes, description in
                imageCount += 1
                let what = "\(name): \(description)"
                do {
                    let found = try values(bytes)
                    XCTAssertTrue(allowed.contains(found), "\(what): \(found) is none of \(allowed)")
                    guard imageCount % 97 == 0, depth > 0, !found.isEmpty else { return }
                    for boot: UInt64 in [1, 2] {
                        let next = try record(from: bytes, boot: boot, seed: 11, [{ try $0.set(0, 1000) }])
                        try check(next, "\(what), then boot \(boot)", depth: depth - 1)
                    }
                } catch {
                    XCTFail("\(what): \(error)")
                }
            }
        }
        if depth > 0 { print("\(name): \(imageCount) crash images") }
    }

    func testCrash_inSmallCommits_leavesBeforeOrAfter() throws {
        var steps: [(NodeForest) throws -> Void] = [{ try $0.plant(4) }]
        for round in 1...4 {
            steps.append { try $0.set(round % 4, UInt64(round)) }
        }
        steps.append { try $0.uproot() }
        steps.append { try $0.plant(3) }
        try check(try record(from: try emptyImage(), steps), "small commits")
    }

    func testCrash_inATransactionThatGrows_leavesBeforeOrAfter() throws {
        let steps: [(NodeForest) throws -> Void] = [
            { try $0.plant(4) },
            { forest in
                for index in 0..<2 { try forest.setLong(index, byteCount: 70_000, UInt8(index + 3)) }
            },
            { try $0.setLong(1, byteCount: 300, 9) },
            { try $0.set(2, 9) },
        ]
        try check(try record(from: try emptyImage(), steps), "growth", depth: 0)
        // The same with zeros written ahead of need.
        let few: [(NodeForest) throws -> Void] = [{ try $0.plant(4) }, { try $0.set(1, 9) }]
        try check(try record(from: try emptyImage(), wantsSlack: true, few), "growth with slack", depth: 0)
    }

    func testCrash_inATransactionWithoutManifest_leavesBeforeOrAfter() throws {
        let steps: [(NodeForest) throws -> Void] = [
            { try $0.plant(6) },
            { forest in
                for index in 0..<6 {
                    try forest.setLong(index, byteCount: 600 + index, 5)
                    try forest.database.spillIfNeeded(forest.space)
                }
                // Written ahead, then given up again.
                try forest.setLong(2, byteCount: 100, 6)
            },
            { try $0.setLong(1, byteCount: 900, 7) },
        ]
        // Spilled at once, so nothing lists what was written: two syncs.
        let recording = try record(from: try emptyImage(), spillByteCount: 600, steps)
        XCTAssertEqual(recording.operations.filter { if case .sync = $0 { true } else { false } }.count, 5)
        try check(recording, "two syncs")
    }

    /// A process dies between write and sync, and the system has dropped the writes after an error but still shows
    /// them to readers: what the next process stores must not depend on them.
    func testReopen_inTheSameBoot_copiesWhatMayNotBeDurable() throws {
        let setUp = try record(
            from: try emptyImage(), [{ try $0.plant(4) }, { try $0.set(0, 1) }, { try $0.set(1, 2) }])
        let before = setUp.images.complete
        let dying = try record(from: before, seed: 6, [{ try $0.set(2, 3) }])
        // Run and slot were written, the sync did not return.
        let pending = dying.operations.prefix { $0 != .sync(.data) && $0 != .sync(.full) }
        let shown = CrashImages(base: before, operations: Array(pending)).complete
        XCTAssertEqual(try values(shown, boot: 1), [1, 2, 3, 0])

        let next = try record(from: shown, boot: 1, seed: 8, [{ try $0.set(3, 4) }])
        let onMedium = CrashImages(base: before, operations: next.operations).complete
        XCTAssertEqual(try values(onMedium), [1, 2, 3, 4])
        for count in 0...next.operations.count {
            try CrashImages(base: before, operations: next.operations).forEach(after: count) { bytes, what in
                let found = try values(bytes)
                XCTAssertTrue([[1, 2, 0, 0], [1, 2, 3, 0], [1, 2, 3, 4]].contains(found), "\(what): \(found)")
            }
        }
        // In another boot the bytes came from the medium: adopted without a copy.
        let adopting = try record(from: shown, boot: 2, seed: 8, [{ try $0.set(3, 4) }])
        XCTAssertLessThan(adopting.operations.count, next.operations.count)
        XCTAssertEqual(try values(adopting.images.complete), [1, 2, 3, 4])
    }

    /// The process dies again and again before its sync: the last durable state must survive every one of them.
    func testReopen_afterSeveralDeathsInOneBoot_keepsTheDurableState() throws {
        let setUp = try record(
            from: try emptyImage(), [{ try $0.plant(3) }, { try $0.set(0, 1) }, { try $0.set(1, 2) }])
        let durable = setUp.images.complete
        var shown = durable
        var pending: [RecordingFile.Operation] = []
        for death in 0..<6 {
            let run = try record(from: shown, boot: 1, seed: UInt64(20 + death), [{ try $0.set(2, UInt64(death + 5)) }])
            let issued = run.operations.prefix { if case .sync = $0 { false } else { true } }
            pending.append(contentsOf: issued)
            shown = CrashImages(base: shown, operations: Array(issued)).complete
            XCTAssertEqual(try values(shown, boot: 1).prefix(2), [1, 2])
            // Whatever of the pending writes arrives, in order or not.
            let recent = Array(pending.suffix(6))
            let older = CrashImages(base: durable, operations: Array(pending.dropLast(recent.count))).complete
            for base in [durable, older] {
                try CrashImages(base: base, operations: recent).forEach(after: recent.count) { bytes, what in
                    XCTAssertEqual(try values(bytes).prefix(2), [1, 2], "death \(death), \(what)")
                }
            }
        }
    }

    /// A sync fails, and of what it should have written any part is on the medium, although readers see all of it. The
    /// transaction is buried; a later one that repeats it differently must not be mixed up with it.
    func testCommit_afterAFailedSync_neverBringsTheDeadOneBack() throws {
        let setUp = try record(from: try emptyImage(), [{ try $0.plant(4) }, { try $0.set(0, 1) }])
        let before = setUp.images.complete
        let recording = RecordingFile(try MemoryFile(name: "recorded", bytes: before))
        let file = FailingFile(recording)
        var lost: [RecordingFile.Operation] = []
        do {
            let forest = try NodeForest(try openMemory(file, seed: 31))
            var plan = FailingFile.Plan()
            // Run, slot, sync.
            plan.failingCall = 2
            file.set(plan)
            XCTAssertEqual(code { try forest.write { try $0.set(1, 2) } }, .commitFailed)
            file.set(FailingFile.Plan())
            lost = Array(recording.operations[..<2])
            try forest.write { try $0.set(1, 3) }
        }
        let later = Array(recording.operations[2...])
        guard case .write = later[0], case .sync = later[1] else { return XCTFail("a tombstone and its sync") }
        for subset in 0..<4 {
            let arrived = lost.indices.filter { subset & (1 << $0) != 0 }.map { lost[$0] }
            let medium = CrashImages(base: before, operations: arrived).complete
            for count in 0...later.count {
                CrashImages(base: medium, operations: later).forEach(after: count) { bytes, what in
                    var allowed: [[UInt64]] =
                        count >= 2 ? [[1, 0, 0, 0], [1, 3, 0, 0]] : [[1, 0, 0, 0], [1, 2, 0, 0]]
                    // Run, slot and sync of the later one.
                    if count >= 5 { allowed.removeFirst() }
                    do {
                        let found = try values(bytes)
                        XCTAssertTrue(allowed.contains(found), "subset \(subset), \(what): \(found)")
                    } catch {
                        XCTFail("subset \(subset), \(what): \(error)")
                    }
                }
            }
        }
    }
}
