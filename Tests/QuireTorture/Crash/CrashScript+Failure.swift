// Scripts in which syncs fail and processes die while the system still shows what they wrote.

import QuireStorage
import QuireTestSupport

extension CrashScript {
    static let failedSync = CrashScript(name: "failed-sync", classes: [.note]) { stage in
        try plantNotes(stage)
        stage.startRecording()
        for base: Int64 in [0, 100, 200, 300] {
            try stage.write { try $0.set(.note, 1, 2, .int(base + 31)) }
            // The transaction is buried, and another one follows that differs in part.
            stage.failSync(0)
            try stage.write(expecting: .commitFailed) { store in
                try store.set(.note, 1, 2, .int(base + 32))
                try store.set(.note, 5, 3, .bool(true))
            }
            stage.heal()
            try stage.write { try $0.set(.note, 1, 2, .int(base + 32)) }
            // Burying fails too.
            stage.failSync(0, all: true)
            try stage.write(expecting: .commitOutcomeUnknown) { try $0.set(.note, 2, 2, .int(base + 33)) }
            try stage.reopen()
            try stage.write { try $0.set(.note, 2, 2, .int(base + 34)) }
            try stage.write { try $0.set(.note, 3, 2, .int(base + 35)) }
        }
    }

    /// The process dies behind the slot, before it, and before the pages; the next one finds what the system still shows.
    static let recommit = CrashScript(name: "re-commit", classes: [.note]) { stage in
        try plantNotes(stage)
        stage.startRecording()
        for (round, call) in [2, 2, 1, 2, 2, 1, 2, 2].enumerated() {
            try stage.write { try $0.set(.note, 1, 2, .int(Int64(200 + round))) }
            stage.die(at: call)
            try stage.write(expecting: .commitOutcomeUnknown) { try $0.set(.note, 2, 2, .int(Int64(300 + round))) }
            try stage.reopen()
            try stage.write { try $0.set(.note, 3, 2, .int(Int64(400 + round))) }
        }
    }

    /// Commits without a sync: a power cut takes all of them back to the last sync, and the end of the process none.
    static let relaxed = CrashScript(name: "relaxed", classes: [.note], effort: CrashEffort(exhaustiveSectors: 12)) {
        stage in
        try plantNotes(stage)
        stage.startRecording()
        for base in [0, 1_000] {
            for round in 0..<5 {
                try stage.write(.relaxed) { try $0.set(.note, 1, 2, .int(Int64(base + 600 + round))) }
            }
            try stage.write { try $0.set(.note, 2, 2, .int(Int64(base + 1))) }
            for round in 0..<3 {
                try stage.write(.relaxed) { try $0.set(.note, 3, 2, .int(Int64(base + 700 + round))) }
            }
            try stage.write(.twoSyncs) { try $0.set(.note, 2, 2, .int(Int64(base + 2))) }
            for round in 0..<3 {
                try stage.write(.relaxed) { try $0.set(.note, 1, 2, .int(Int64(base + 800 + round))) }
            }
        }
        stage.die(at: 0)
        try stage.write(.relaxed, expecting: .fileAccess) { try $0.set(.note, 1, 2, .int(900)) }
        try stage.reopen()
        try stage.write { try $0.set(.note, 1, 2, .int(901)) }
    }

    /// Syncs that promise order alone: what a power cut leaves is what one of the transactions left, with nothing later
    /// mixed in. A length is durable only with the next full sync, whoever changed it.
    static let ordered = CrashScript(name: "ordered", classes: [.note], effort: CrashEffort(exhaustiveSectors: 10)) {
        stage in
        try plantNotes(stage)
        stage.startRecording()
        for round in 0..<4 {
            try stage.write(.ordered) { try $0.set(.note, 1, 2, .int(Int64(600 + round))) }
        }
        try stage.write(.ordered) { try $0.set(.note, 1, 4, .data([UInt8](repeating: 3, count: 400_000))) }
        try stage.write { try $0.set(.note, 2, 2, .int(1)) }
        try stage.write(.ordered) { try $0.set(.note, 1, 4, .none) }
        try stage.write(.relaxed) { try $0.set(.note, 3, 2, .int(2)) }
        for round in 0..<3 {
            try stage.write(.ordered) { try $0.set(.note, 1, 2, .int(Int64(700 + round))) }
        }
        stage.die(at: 2)
        try stage.write(.ordered, expecting: .commitOutcomeUnknown) { try $0.set(.note, 2, 2, .int(3)) }
        try stage.reopen()
        try stage.write { try $0.set(.note, 2, 2, .int(4)) }
    }

    /// The file is written anew in its own place, and written to at once.
    static let compaction = CrashScript(name: "compaction", classes: [.note]) { stage in
        try plantNotes(stage)
        try stage.write { try $0.set(.note, 1, 4, .data([UInt8](repeating: 3, count: 3_000))) }
        try stage.write { try $0.delete(.note, 2) }
        try stage.compact()
        for round in 0..<5 {
            try stage.write { store in
                try store.set(.note, UInt64(round % 2 * 2 + 1), 2, .int(Int64(100 + round)))
                if round == 3 { try store.set(.note, 1, 4, .none) }
            }
        }
    }

    /// The machine stops in a transaction, and the next process repeats it with a difference: what the first one left must
    /// not be completed by the second.
    static let repetition = CrashScript(name: "repetition", classes: [.note]) { stage in
        try plantNotes(stage)
        try stage.reopen()
        stage.startRecording()
        try stage.write { store in
            try store.set(.note, 1, 4, .data([UInt8](repeating: 7, count: 700)))
            try store.set(.note, 1, 2, .int(5))
        }
    }

    /// The last commit is one of a newer version: where its slot is whole, the file is refused.
    static let newerVersion = CrashScript(
        name: "newer-version", classes: [.note],
        revise: { log in
            var log = log
            guard
                let index = log.operations.lastIndex(where: { operation in
                    if case .write(let offset, _) = operation { isSlot(offset) } else { false }
                }), case .write(let offset, let bytes) = log.operations[index]
            else { throw TortureError("the run has no slot") }
            log.operations[index] = .write(offset: offset, bytes: try ofNewerVersion(bytes, at: offset, in: log.base))
            for position in log.moments.indices.suffix(2) {
                log.moments[position].refusals = [.formatTooNew]
                // What the newer version stored is nothing to this one.
                log.moments[position].allowed.removeLast()
            }
            return log
        }
    ) { stage in
        try plantNotes(stage)
        stage.startRecording()
        try stage.write { try $0.set(.note, 1, 2, .int(31)) }
        try stage.write { try $0.set(.note, 2, 2, .int(32)) }
    }

    private static func isSlot(_ offset: Int) -> Bool {
        offset > 0 && offset < FileLayout.headByteCount && offset % FileLayout.blockByteCount == 0
    }

    private static func ofNewerVersion(_ bytes: [UInt8], at offset: Int, in base: [UInt8]) throws -> [UInt8] {
        let number = { (start: Int) in
            (0..<8).reduce(UInt64(0)) { $0 | UInt64(base[start + $1]) << UInt64(8 * $1) }
        }
        let seed = ChecksumSeed(
            fileID: (high: number(FileHeader.Offset.fileID + 8), low: number(FileHeader.Offset.fileID)))
        let block = offset / FileLayout.blockByteCount - 1
        var slot = bytes
        slot[Slot.Offset.version] += 1
        let checksum = try slot.withView { view throws(StorageError) in
            let before = Checksum.hash(view.slice(0, Slot.Offset.checksum), seed: seed.block(block, part: 0))
            let rest = Slot.Offset.checksum + 8
            return Checksum.hash(view.slice(rest, Slot.byteCount - rest), seed: before)
        }
        for index in 0..<8 {
            slot[Slot.Offset.checksum + index] = UInt8(truncatingIfNeeded: checksum >> UInt64(8 * index))
        }
        return slot
    }
}
