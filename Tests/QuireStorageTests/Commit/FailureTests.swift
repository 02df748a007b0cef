// Calls that fail: the state before is what everybody sees, and writing goes on if it can.

import QuireStorage
import QuireTestSupport
import XCTest

final class FailureTests: PageTestCase {
    private func failingStore() throws -> (FailingFile, MemoryFile, NodeForest) {
        let memory = MemoryFile(name: "failing", wantsSlack: true)
        let file = FailingFile(memory)
        let forest = try NodeForest(try openMemory(file))
        try forest.write { try $0.plant(5) }
        try forest.write { try $0.set(0, 1) }
        return (file, memory, forest)
    }

    /// The calls of a commit are: run, slot, sync, record.
    func testCommit_whenEachCallFails_keepsTheStateBefore() throws {
        for call in 0..<3 {
            for code in [StorageError.Code.fileAccess, .diskFull] {
                let (file, memory, forest) = try failingStore()
                let before = try forest.values()
                let transaction = forest.database.newestTransaction
                var plan = FailingFile.Plan()
                plan.failingCall = call
                plan.code = code
                plan.partialByteCount = 100
                file.set(plan)
                let found = self.code { try forest.write { try $0.set(1, 2) } }
                // A run that found no room is tried again in other places, with the nodes that were sealed for the first.
                if call == 0, code == .diskFull {
                    XCTAssertNil(found)
                    XCTAssertEqual(try forest.values(), [1, 2, 0, 0, 0])
                    let reopened = try openMemory(try MemoryFile(name: "copy", bytes: memory.bytes), boot: 2)
                    XCTAssertEqual(try NodeForest(reopened).values(), [1, 2, 0, 0, 0])
                    try reopened.verify()
                    continue
                }
                XCTAssertEqual(found, code == .diskFull ? .diskFull : (call == 0 ? .fileAccess : .commitFailed))
                XCTAssertEqual(try forest.values(), before)
                XCTAssertEqual(forest.database.newestTransaction, transaction)

                file.set(FailingFile.Plan())
                let crashed = try openMemory(try MemoryFile(name: "copy", bytes: memory.bytes), boot: 2)
                XCTAssertEqual(try NodeForest(crashed).values(), before)
                try forest.write { try $0.set(1, 3) }
                XCTAssertEqual(try forest.values(), [1, 3, 0, 0, 0])
                let reopened = try openMemory(try MemoryFile(name: "copy", bytes: memory.bytes), boot: 2)
                XCTAssertEqual(try NodeForest(reopened).values(), [1, 3, 0, 0, 0])
                try reopened.verify()
            }
        }
    }

    func testCommit_whenTheRecordFails_isStored() throws {
        let (file, memory, forest) = try failingStore()
        var plan = FailingFile.Plan()
        plan.failingCall = 3
        file.set(plan)
        try forest.write { try $0.set(1, 2) }
        for boot: UInt64 in [1, 2] {
            let crashed = try openMemory(try MemoryFile(name: "copy", bytes: memory.bytes), boot: boot)
            XCTAssertEqual(try NodeForest(crashed).values(), [1, 2, 0, 0, 0])
        }
        try forest.write { try $0.set(1, 3) }
        XCTAssertEqual(try forest.values(), [1, 3, 0, 0, 0])
    }

    func testCommit_whenSyncFails_isNotSyncedAgainButBuried() throws {
        let recording = RecordingFile(MemoryFile(name: "recorded", wantsSlack: true))
        let file = FailingFile(recording)
        let forest = try NodeForest(try openMemory(file))
        try forest.write { try $0.plant(5) }
        try forest.write { try $0.set(0, 1) }
        recording.clear()
        var plan = FailingFile.Plan()
        plan.failingCall = 2
        file.set(plan)
        XCTAssertEqual(code { try forest.write { try $0.set(1, 2) } }, .commitFailed)
        // Run, slot, (the sync that failed), tombstone, sync.
        let kinds = recording.operations.map { if case .sync = $0 { "sync" } else { "write" } }
        XCTAssertEqual(kinds, ["write", "write", "write", "sync"])
        guard case .write(let slot, _) = recording.operations[1],
            case .write(let tombstone, let bytes) = recording.operations[2]
        else { return XCTFail("writes were expected") }
        XCTAssertEqual(slot, tombstone)
        XCTAssertEqual(bytes.prefix(512), ArraySlice([UInt8](repeating: 0, count: 512)))
    }

    func testCommit_whenBuryingFailsToo_refusesToWriteUntilReopened() throws {
        let (file, memory, forest) = try failingStore()
        let before = try forest.values()
        var plan = FailingFile.Plan()
        plan.failingCall = 2
        plan.isSticky = true
        file.set(plan)
        XCTAssertEqual(code { try forest.write { try $0.set(1, 2) } }, .commitOutcomeUnknown)
        file.set(FailingFile.Plan())
        XCTAssertEqual(try forest.values(), before)
        XCTAssertEqual(code { try forest.write { try $0.set(1, 2) } }, .commitOutcomeUnknown)
        // Reopened, it shows the transaction or the state before.
        let reopened = try openMemory(try MemoryFile(name: "copy", bytes: memory.bytes))
        let found = try NodeForest(reopened).values()
        XCTAssertTrue([before, [1, 2, 0, 0, 0]].contains(found), "\(found)")
        try NodeForest(reopened).write { try $0.set(2, 3) }
    }

    func testCommit_onAFullDisk_failsAndDeletingStillWorks() throws {
        let memory = MemoryFile(name: "full", wantsSlack: true)
        let file = FailingFile(memory)
        let database = try openMemory(file)
        let forest = try NodeForest(database)
        try forest.write { try $0.plant(10) }
        var plan = FailingFile.Plan()
        plan.capacity = database.fileByteCount + 400_000
        file.set(plan)
        // Fills the file with values until there is no room.
        let value = [UInt8](repeating: 9, count: 30_000)
        var stored = 0
        var failure: StorageError.Code?
        while failure == nil, stored < 100 {
            failure = code {
                try forest.write { forest in
                    let reference = try value.withView { view throws(StorageError) in
                        try forest.space.writeOverflow(view, tree: NodeForest.tree, owner: 0, ownerColumn: 0)
                    }
                    // A chain: each value hangs in a root of its own above the tree before.
                    let root = forest.space.allocate(
                        .integerInner, level: 3 + stored % 20, log2Pages: 0, tree: NodeForest.tree)
                    let entries = [
                        ChildEntry(key: IntegerKey(0), reference: forest.roots.directory.reference, count: 1),
                        ChildEntry(key: IntegerKey(1), reference: reference, count: 1),
                    ]
                    _ = IntegerInner.replace(try forest.space.node(root), 0..<0, with: entries, byteCount: 512)
                    forest.setRoot(root)
                }
            }
            stored += 1
        }
        XCTAssertEqual(failure, .diskFull)
        XCTAssertGreaterThan(stored, 8)
        XCTAssertLessThanOrEqual(memory.bytes.count, plan.capacity)
        try database.verify(findsLeaks: true)

        // Taking off the topmost value needs pages although the disk is full.
        for _ in 0..<4 {
            try forest.write { forest in
                let root = try forest.space.node(forest.roots.directory.reference)
                let below = IntegerInner.reference(root, 0, byteCount: 512)
                try forest.space.freeOverflow(IntegerInner.reference(root, 1, byteCount: 512))
                try forest.space.free(forest.roots.directory.reference)
                forest.setRoot(try forest.space.writable(below))
            }
        }
        try database.verify(findsLeaks: true)
        XCTAssertGreaterThan(try database.usablePageCount(), 100)
        let reopened = try openMemory(try MemoryFile(name: "copy", bytes: memory.bytes), boot: 2)
        try reopened.verify()
    }

    func testOpen_whenReadingFails_namesTheFailureNotDamage() throws {
        let memory = MemoryFile(name: "unreadable")
        _ = try openMemory(memory)
        let file = FailingFile(memory)
        var plan = FailingFile.Plan()
        plan.failingKinds = [.read]
        file.set(plan)
        XCTAssertEqual(code { _ = try self.openMemory(file) }, .fileAccess)
        plan.failingKinds = [.map]
        file.set(plan)
        let database = try openMemory(file)
        XCTAssertEqual(code { try NodeForest(database).write { try $0.plant(1) } }, nil)
        XCTAssertEqual(code { _ = try NodeForest(database).values() }, .fileAccess)
        file.set(FailingFile.Plan())
        XCTAssertEqual(try NodeForest(database).values(), [0])
    }
}
