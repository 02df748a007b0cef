// Golden files of stores that a crash, a defective disk or a newer version left behind.

import QuireTestSupport

@testable import QuireStorage

extension GoldenFile {
    static var crashedFiles: [GoldenFile] {
        [
            GoldenFile("newest-slot-torn") { try CrashedFile().withoutRecord().withTornSlot().bytes },
            GoldenFile("newest-manifest-torn") { try CrashedFile().withoutRecord().withTornManifest().bytes },
            GoldenFile("newest-page-lost") { try CrashedFile().withoutRecord().withLostPage().bytes },
            GoldenFile("newest-part-of-a-long-value-lost") { try CrashedFile().withoutRecord().withLostPart().bytes },
            GoldenFile("newest-state-unpublished") { try CrashedFile().withoutRecord().bytes },
            GoldenFile("newest-slot-a-tombstone") { try CrashedFile().withoutRecord().withTombstone().bytes },
            GoldenFile("newest-state-relaxed") {
                try CrashedFile().withoutRecord().withSlot { $0.isRelaxed = true }.bytes
            },
            GoldenFile("newest-state-relaxed-before-a-restart") {
                try CrashedFile().withoutRecord().withSlot {
                    $0.isRelaxed = true
                    $0.bootID = BootID(high: 0, low: 2)
                }.bytes
            },
            GoldenFile("pinned-states") {
                try CrashedFile().withSlot { slot in
                    slot.pins = [1, 2].map {
                        Slot.Pin(transaction: TransactionID($0), pageCount: 128, freeBitmap: .none, freePageCount: 0)
                    }
                }.bytes
            },
            GoldenFile("published-slot-torn", refusal: .damaged) { try CrashedFile().withTornSlot().bytes },
            GoldenFile("newer-version", refusal: .formatTooNew) { try CrashedFile().withSlot { $0.version = 2 }.bytes },
            GoldenFile("unknown-read-feature", refusal: .formatTooNew) {
                try CrashedFile().withSlot { $0.readFeatures = 1 }.bytes
            },
            GoldenFile("unknown-write-feature") { try CrashedFile().withSlot { $0.writeFeatures = 1 << 31 }.bytes },
        ]
    }
}

/// A file of four transactions, to which something happens at the fourth.
private struct CrashedFile {
    private(set) var bytes: [UInt8]
    private let slot: Slot
    private let seed: ChecksumSeed

    init() throws {
        let definition = ClassDefinition(
            name: "Event",
            columns: [ColumnDefinition(name: "id", type: .int64), ColumnDefinition(name: "text", type: .text)],
            primaryKey: 0)
        let store = try GoldenStore([definition])
        for number in 3...4 {
            try store.write { store in
                let table = try store.table("Event")
                let row = try table.insert(key: .int(Int64(number)))
                // The last one long enough for an overflow run.
                let rest = String(repeating: "!", count: number == 4 ? 600 : 0)
                try table.put(row, "text", .text("of transaction \(number)" + rest))
            }
        }
        bytes = store.bytes
        let file = try MemoryFile(name: "crashed", bytes: bytes)
        var options = Database.Options()
        options.isReadOnly = true
        let opening = try FileOpening(file, options, bootID: .unknown)
        slot = opening.slot
        seed = opening.header.seed
        guard slot.transaction.rawValue == 4, slot.manifest != nil else {
            throw StorageError(.fail, "The last transaction is \(slot.transaction.rawValue).")
        }
    }

    private var slotOffset: Int { FileLayout.slotOffset(block: FileLayout.slotBlock(slot.transaction)) }

    private func clearing(_ offset: Int, _ count: Int) -> CrashedFile {
        var copy = self
        copy.bytes.replaceSubrange(offset..<offset + count, with: repeatElement(0, count: count))
        return copy
    }

    /// The process died before it wrote the record of its last transaction.
    func withoutRecord() -> CrashedFile {
        let block = PublishRecord.block(slot.transaction)
        return clearing(FileLayout.slotOffset(block: block) + PublishRecord.offset, PublishRecord.byteCount)
    }

    /// Only its first half reached the medium.
    func withTornSlot() -> CrashedFile { clearing(slotOffset + 128, Slot.byteCount - 128) }

    func withTombstone() -> CrashedFile { clearing(slotOffset, Slot.byteCount) }

    func withTornManifest() -> CrashedFile { clearing(slotOffset + Slot.byteCount + 8, 8) }

    /// The directory's page has what it had before.
    func withLostPage() -> CrashedFile {
        clearing(Int(slot.roots.directory.reference.page.rawValue) * 512, 512)
    }

    /// The node of a long value is whole, the value itself is not.
    func withLostPart() throws -> CrashedFile {
        for page in 128..<bytes.count / 512 {
            let start = page * 512
            let isNew = bytes[start + NodeHeader.transaction] == 4
            guard bytes[start + NodeHeader.kind] == NodeKind.overflow.rawValue, isNew else { continue }
            return clearing(start + 128, 16)
        }
        throw StorageError(.fail, "There is no long value.")
    }

    /// As if another version had written the slot.
    func withSlot(_ change: (inout Slot) -> Void) -> CrashedFile {
        var slot = slot
        change(&slot)
        let block = ZeroedBuffer(byteCount: FileLayout.blockByteCount)
        slot.encode(into: block.node, seed: seed)
        var copy = self
        copy.bytes.replaceSubrange(slotOffset..<slotOffset + Slot.byteCount, with: block.bytes(Slot.byteCount).array)
        return copy
    }
}
