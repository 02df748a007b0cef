// The first write after a crash: what it buries, what it keeps, and that it is never refused for want of a state that
// nobody needs.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class SettleTests: PageTestCase {
    /// Runs one process on a copy of `bytes` to its end, and gives what it asked of the file.
    private func record(
        _ bytes: [UInt8], boot: UInt64, seed: UInt64, _ steps: [(NodeForest) throws -> Void],
        _ durability: Durability = .durable
    ) throws -> [RecordingFile.Operation] {
        let file = RecordingFile(try MemoryFile(name: "recorded", bytes: bytes))
        do {
            let forest = try NodeForest(try openMemory(file, seed: seed, boot: boot))
            for step in steps { try forest.write(durability, step) }
        }
        return file.operations
    }

    private func image(_ base: [UInt8], _ operations: [RecordingFile.Operation]) -> [UInt8] {
        CrashImages(base: base, operations: operations).complete
    }

    /// A store of four values and two commits, as it is on the medium.
    private func planted() throws -> [UInt8] {
        let file = MemoryFile(name: "planted")
        do {
            let forest = try NodeForest(try openMemory(file))
            try forest.write { try $0.plant(4) }
            for round in 1...2 { try forest.write { try $0.set(0, UInt64(round)) } }
        }
        return file.bytes
    }

    private func values(_ bytes: [UInt8], boot: UInt64) throws -> [UInt64] {
        let database = try openMemory(try MemoryFile(name: "image", bytes: bytes), seed: 90, boot: boot)
        try database.verify(findsLeaks: true)
        return try NodeForest(database).values()
    }

    func testFirstWrite_buriesASlotWhosePagesDidNotArrive() throws {
        let base = try planted()
        let dead = try record(base, boot: 1, seed: 5, [{ try $0.set(1, 7) }])
        guard case .write = dead[0], case .write(let slotOffset, _) = dead[1] else { return XCTFail("run and slot") }
        // Only the slot arrived.
        let crashed = image(base, [dead[1]])
        XCTAssertEqual(try values(crashed, boot: 2), [2, 0, 0, 0])

        let next = try record(crashed, boot: 2, seed: 6, [{ try $0.set(1, 8) }])
        guard case .write(let buried, let zeros) = next[0] else { return XCTFail("a slot is overwritten first") }
        XCTAssertEqual(buried, slotOffset)
        XCTAssertEqual(zeros.prefix(512), ArraySlice([UInt8](repeating: 0, count: 512)))
        XCTAssertEqual(next[1], .sync(.full))
        // From then on the dead transaction stays dead, even if all of its pages come to stand where they should.
        XCTAssertEqual(try values(image(crashed, [dead[0]]), boot: 2), [2, 7, 0, 0])
        XCTAssertEqual(try values(image(crashed, [next[0], dead[0]]), boot: 2), [2, 0, 0, 0])
    }

    func testFirstWrite_buriesASlotThatIsTorn() throws {
        let base = try planted()
        let dead = try record(base, boot: 1, seed: 5, [{ try $0.set(1, 7) }])
        guard case .write(let offset, let bytes) = dead[1] else { return XCTFail("run and slot") }
        XCTAssertGreaterThan(Slot.byteCount, 512, "a slot of one sector would not need this")
        // Everything but the second sector of the slot.
        let garbage = bytes[..<512] + [UInt8](repeating: 0xA5, count: 512) + bytes[1_024...]
        let crashed = image(base, [dead[0], .write(offset: offset, bytes: Array(garbage))])
        XCTAssertEqual(try values(crashed, boot: 2), [2, 0, 0, 0])
        let next = try record(crashed, boot: 2, seed: 6, [{ try $0.set(1, 8) }])
        guard case .write(let buried, let zeros) = next[0] else { return XCTFail("a slot is overwritten first") }
        XCTAssertEqual(buried, offset)
        XCTAssertEqual(zeros, [UInt8](repeating: 0, count: 512), "zeros behind it might be what is missing")
        // The sector that was missing, by whoever writes it.
        let missing = RecordingFile.Operation.write(offset: offset + 512, bytes: Array(bytes[512..<1_024]))
        XCTAssertEqual(try values(image(crashed, [missing]), boot: 2), [2, 7, 0, 0])
        XCTAssertEqual(try values(image(crashed, [next[0], missing]), boot: 2), [2, 0, 0, 0])
    }

    /// Relaxed transactions write over the state before the durable one, whose publish record no sync has brought to the
    /// medium: it is found whole, and must take writes.
    func testFirstWrite_afterRelaxedOnesThatAreLost_isNotRefused() throws {
        let base = try planted()
        let durable = try record(base, boot: 1, seed: 5, [{ try $0.set(1, 7) }])
        let acknowledged = image(base, Array(durable.prefix { $0 != .sync(.data) && $0 != .sync(.full) }))
        let steps = (0..<6).map { round in { (forest: NodeForest) in try forest.set(2, UInt64(round + 1)) } }
        let later = try record(image(base, durable), boot: 1, seed: 6, steps, .relaxed)
        let runs = later.filter { if case .write(let offset, _) = $0 { offset >= 65_536 } else { false } }
        XCTAssertEqual(runs.count, 6)
        for count in 0...runs.count {
            let crashed = image(acknowledged, Array(runs[..<count]))
            for boot: UInt64 in [0, 2] {
                XCTAssertEqual(try values(crashed, boot: boot), [2, 7, 0, 0])
                let next = try record(crashed, boot: boot, seed: 7, [{ try $0.set(3, 4) }])
                XCTAssertEqual(try values(image(crashed, next), boot: 3), [2, 7, 0, 4], "\(count) runs, boot \(boot)")
            }
        }
    }

    /// A slot between the last durable state and a newer whole one, whose pages were used again.
    func testFirstWrite_isNotRefusedForAStateThatNobodyNeeds() throws {
        let base = try planted()
        // Two processes of one run of the machine die before their sync; the second had stored the first's state again.
        let first = try record(base, boot: 1, seed: 5, [{ try $0.set(1, 7) }])
        let shown = image(base, Array(first[..<2]))
        let second = try record(shown, boot: 1, seed: 6, [{ try $0.set(2, 9) }])
        let slot = second.firstIndex { operation in
            if case .write(let offset, _) = operation { offset < 65_536 } else { false }
        }
        let again = Array(second[...(try XCTUnwrap(slot))])
        // Of the first one only the slot arrived, of the second one all.
        let crashed = image(base, [first[1]] + again)
        for boot: UInt64 in [1, 2] {
            XCTAssertEqual(try values(crashed, boot: boot), [2, 7, 0, 0])
            let next = try record(crashed, boot: boot, seed: 7, [{ try $0.set(3, 4) }])
            XCTAssertEqual(try values(image(crashed, next), boot: 3), [2, 7, 0, 4], "boot \(boot)")
        }
    }

    /// Behind a dead slot, numbers leave a gap: the slot that stores a state again must not take the place of that
    /// state's own.
    func testStoringAgain_behindADeadSlot_sparesTheSlotOfTheState() throws {
        let base = try planted()
        let first = try record(base, boot: 1, seed: 5, [{ try $0.set(1, 7) }])
        let shown = image(base, Array(first[..<2]))
        let second = try record(shown, boot: 1, seed: 6, [{ try $0.set(2, 9) }])
        let isSlot = { (operation: RecordingFile.Operation) in
            if case .write(let offset, let bytes) = operation { offset < 65_536 && bytes.count >= 512 } else { false }
        }
        // Only the slot of the repeated state arrived.
        let crashed = image(shown, [try XCTUnwrap(second.first(where: isSlot))])
        XCTAssertEqual(try values(crashed, boot: 1), [2, 7, 0, 0])
        let third = try record(crashed, boot: 1, seed: 7, [{ try $0.set(3, 4) }])
        let slots = third.filter(isSlot)
        XCTAssertEqual(slots.count, 3, "the grave, the repeated state, the new one")
        for slot in slots.dropLast() { XCTAssertEqual(try values(image(crashed, [slot]), boot: 2), [2, 7, 0, 0]) }
        XCTAssertEqual(try values(image(crashed, third), boot: 2), [2, 7, 0, 4])
    }

    /// That a relaxed state was synced in the end stands in its publish record alone: the next transaction must not
    /// write over it.
    func testFirstWrite_afterRelaxedOnes_sparesTheRecordThatMakesThemCount() throws {
        let base = try planted()
        let closed = image(base, try record(base, boot: 1, seed: 5, [{ try $0.set(1, 7) }], .relaxed))
        XCTAssertEqual(try values(closed, boot: 2), [2, 7, 0, 0])
        let next = try record(closed, boot: 2, seed: 6, [{ try $0.set(3, 4) }])
        var slots = 0
        for case .write(let offset, let bytes) in next where offset < 65_536 && bytes.count > 512 {
            slots += 1
            let zeros = [UInt8](repeating: 0, count: bytes.count)
            XCTAssertEqual(try values(image(closed, [.write(offset: offset, bytes: zeros)]), boot: 3), [2, 7, 0, 0])
        }
        XCTAssertEqual(slots, 1)
        XCTAssertEqual(try values(image(closed, next), boot: 3), [2, 7, 0, 4])
    }

    /// The slot of a state that was stored again names an older one as durable. Until that is known otherwise, the pages
    /// of the older one must stay.
    func testTransactionAfterStoringAgain_keepsTheStateThatTheFileCallsDurable() throws {
        let base = try planted()
        let dying = try record(base, boot: 1, seed: 5, [{ try $0.set(1, 7) }])
        var shown = image(base, Array(dying[..<2]))
        let next = try record(
            shown, boot: 1, seed: 6, [{ try $0.set(0, 5) }, { try $0.set(0, 6) }, { try $0.set(0, 7) }])
        // Everything of the repeated state, and then all but the publish records, as far as each transaction's pages.
        let pages = next.indices.filter { index in
            if case .write(let offset, _) = next[index] { offset >= 65_536 } else { false }
        }
        for end in pages.dropFirst() {
            let arrived = next[...end].filter { operation in
                if case .write(_, let bytes) = operation { bytes.count != 32 } else { true }
            }
            shown = image(base, Array(dying[..<2]) + arrived)
            for boot: UInt64 in [1, 2] {
                let last = try record(shown, boot: boot, seed: 8, [{ try $0.set(3, 4) }])
                XCTAssertEqual(try values(image(shown, last), boot: 3).last, 4, "boot \(boot), \(end)")
            }
        }
    }

    /// The free bitmap of the state that is known to be durable has rotted, while newer ones are not durable yet: what a
    /// power cut would leave must not be written over, so the file only grows until a sync has moved on.
    func testFirstWrite_sparesADurableStateWhoseBitmapCannotBeRead() throws {
        let base = try planted()
        let first = try record(base, boot: 1, seed: 5, [{ try $0.set(1, 7) }], .relaxed)
        // As the memory of the system shows it, less the last sync and what came with it: the process died.
        let unsynced = Array(first.prefix { $0 != .sync(.data) && $0 != .sync(.full) })
        var shown = image(base, unsynced)
        let durable = try openMemory(try MemoryFile(name: "base", bytes: base))
        let leaf = try XCTUnwrap(durable.states.newest.requireFreeBitmap(durable.file).nodes.first?.first)
        shown[Int(leaf.page.rawValue) * 512 + 100] ^= 1
        let steps = (0..<30).map { round in { (forest: NodeForest) in try forest.set(2, UInt64(round + 1)) } }
        let second = try record(shown, boot: 1, seed: 6, steps, .relaxed)
        let pages = (unsynced + second.prefix { $0 != .sync(.data) && $0 != .sync(.full) }).filter { operation in
            if case .write(let offset, _) = operation { offset >= 65_536 } else { true }
        }
        XCTAssertGreaterThan(pages.count, 30)
        XCTAssertEqual(try values(image(base, pages), boot: 2), [2, 0, 0, 0])
        // What all of it leads to, once it is synced.
        XCTAssertEqual(try values(image(shown, second), boot: 2), [2, 7, 30, 0])
    }
}
