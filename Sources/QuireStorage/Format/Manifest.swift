// The list of the nodes that a transaction wrote, with their checksums (Spec/FileFormat.md, "Manifest").

/// Lies in the block of its slot, around the publish record. With it one sync is enough: whoever finds the slot can
/// tell whether everything that belongs to it arrived.
package struct Manifest: Sendable {
    package enum Offset {
        /// The first part reaches from here to the publish record.
        package static let firstPart = 1024
        /// The second part reaches from here to the end of the block.
        package static let secondPart = 4096
    }

    /// Numbers of eight bytes that fit: one for each run and one for each node.
    package static let capacity = firstPartCapacity + (FileLayout.blockByteCount - Offset.secondPart) / 8
    private static let firstPartCapacity = (PublishRecord.offset - Offset.firstPart) / 8

    /// The runs that the transaction wrote, in the order of its nodes.
    package var runs: [PageRun]
    /// The checksum of each node, in the order of their pages within the runs.
    package var checksums: [UInt64]

    private static func offset(_ index: Int) -> Int {
        index < firstPartCapacity ? Offset.firstPart + 8 * index : Offset.secondPart + 8 * (index - firstPartCapacity)
    }

    /// It names something, and the block has room for all of it.
    var isEncodable: Bool { 1...Self.capacity ~= runs.count + checksums.count }

    /// How much of the block must be written so that an encodable manifest is in it.
    var blockByteCount: Int {
        let last = Self.offset(runs.count + checksums.count - 1) + 8
        let sector = FileLayout.sectorByteCount
        return (last + sector - 1) / sector * sector
    }

    /// Writes an encodable manifest into a block of zeros.
    func encode(into block: Node, index: Int, seed: ChecksumSeed) -> Slot.ManifestSummary {
        let count = runs.count + checksums.count
        precondition(isEncodable, "a manifest that is written fits its block")
        for (position, run) in runs.enumerated() {
            block.setU64(Self.offset(position), UInt64(run.first.rawValue) | UInt64(run.count) << 32)
        }
        for (position, checksum) in checksums.enumerated() {
            block.setU64(Self.offset(runs.count + position), checksum)
        }
        let checksum = Self.checksum(block, count: count, index: index, seed: seed)
        return Slot.ManifestSummary(runCount: runs.count, nodeCount: checksums.count, checksum: checksum)
    }

    private static func checksum(_ block: Node, count: Int, index: Int, seed: ChecksumSeed) -> UInt64 {
        let first = block.bytes(at: Offset.firstPart, count: 8 * min(count, firstPartCapacity))
        let second = block.bytes(at: Offset.secondPart, count: 8 * max(0, count - firstPartCapacity))
        return Checksum.hash(second, seed: Checksum.hash(first, seed: seed.block(index, part: 1)))
    }

    /// The manifest that `summary` speaks of, or nil if it did not arrive whole.
    static func decode(_ block: Node, _ summary: Slot.ManifestSummary, index: Int, seed: ChecksumSeed) -> Manifest? {
        let count = summary.runCount + summary.nodeCount
        guard count <= capacity else { return nil }
        guard checksum(block, count: count, index: index, seed: seed) == summary.checksum else { return nil }
        let runs = (0..<summary.runCount).map { position in
            let value = block.u64(offset(position))
            return PageRun(first: PageNumber(UInt32(truncatingIfNeeded: value)), count: Int(value >> 32))
        }
        let checksums = (0..<summary.nodeCount).map { block.u64(offset(summary.runCount + $0)) }
        return Manifest(runs: runs, checksums: checksums)
    }
}
