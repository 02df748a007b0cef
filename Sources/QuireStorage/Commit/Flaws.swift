// Defences that the proof of the crash tests switches off one at a time, to see that each is missed.

/// Known ways to lose data. Nothing outside of this package can name one, and without any every check of them is one
/// test of a constant on a path that ends in a system call.
package struct Flaws: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A slot that was never published is taken without a look at its manifest.
    package static let unverifiedSlot = Flaws(rawValue: 1 << 0)
    /// The manifest leaves out the last node.
    package static let incompleteManifest = Flaws(rawValue: 1 << 1)
    /// The header holds a page count that every commit overwrites and every opening believes.
    package static let sharedHeaderField = Flaws(rawValue: 1 << 2)
    /// Pages that a transaction gives up are used again in that very transaction.
    package static let reuseWithinTransaction = Flaws(rawValue: 1 << 3)
    /// A sync after a change of length covers the data alone.
    package static let lengthNotSynced = Flaws(rawValue: 1 << 4)
    /// A torn slot counts as whole, as if its checksum had been made anew.
    package static let tornSlotAccepted = Flaws(rawValue: 1 << 5)
    /// What one opening writes cannot be told from what a dead one wrote: neither by its salt nor by its number, nor is
    /// the dead one buried. Each of the three would do for nodes of one sector.
    package static let noSalt = Flaws(rawValue: 1 << 6)
    /// A sync that failed is repeated, and believed.
    package static let syncRetried = Flaws(rawValue: 1 << 7)
    /// A state that may be in the memory of the system only is taken as durable.
    package static let adoptedFromMemory = Flaws(rawValue: 1 << 8)
    /// A page counts as the right one if its own checksum is right, whatever the reference to it promises.
    package static let tagNotCompared = Flaws(rawValue: 1 << 9)
    /// Opening to read only believes the publish record, which may be older than the newest acknowledged state.
    package static let recordFollowed = Flaws(rawValue: 1 << 10)
    /// A slot of a newer format is passed over as if it were torn.
    package static let newerSlotSkipped = Flaws(rawValue: 1 << 11)
    /// Pages that only a pinned snapshot uses are free for everybody.
    package static let pinIgnored = Flaws(rawValue: 1 << 12)
    /// A slot of which not everything arrived stays while its successor writes.
    package static let deadSlotKept = Flaws(rawValue: 1 << 13)
    /// Relaxed transactions use the pages of the newest durable state again.
    package static let anchorReused = Flaws(rawValue: 1 << 14)

    /// Every flaw with its name.
    package static let all: [(name: String, flaw: Flaws)] = [
        ("unverified-slot", .unverifiedSlot), ("incomplete-manifest", .incompleteManifest),
        ("shared-header-field", .sharedHeaderField), ("reuse-within-transaction", .reuseWithinTransaction),
        ("length-not-synced", .lengthNotSynced), ("torn-slot-accepted", .tornSlotAccepted), ("no-salt", .noSalt),
        ("sync-retried", .syncRetried), ("adopted-from-memory", .adoptedFromMemory),
        ("tag-not-compared", .tagNotCompared), ("record-followed", .recordFollowed),
        ("newer-slot-skipped", .newerSlotSkipped), ("pin-ignored", .pinIgnored), ("dead-slot-kept", .deadSlotKept),
        ("anchor-reused", .anchorReused),
    ]
}

extension Committer {
    /// The list of what a transaction wrote.
    func manifest(of writer: RunWriter) -> Manifest {
        var manifest = writer.manifest
        if file.flaws.contains(.incompleteManifest), let last = manifest.runs.last, last.count > 1 {
            // The last node is the root of the free bitmap, one page.
            manifest.runs[manifest.runs.count - 1] = PageRun(first: last.first, count: last.count - 1)
            manifest.checksums.removeLast()
        }
        return manifest
    }

    func writeFlawedPageCount(_ pageCount: Int) throws(StorageError) {
        let field = ZeroedBuffer(byteCount: 8)
        field.node.setU64(0, UInt64(pageCount))
        try storage.write(field.bytes(8), at: FileHeader.flawedPageCount)
    }
}

extension FileHeader {
    /// Where the page count lies that only a flaw writes and believes.
    fileprivate static let flawedPageCount = 256

    func believeFlawedPageCount(_ head: ZeroedBuffer, _ byteCount: Int, _ path: String) throws(StorageError) {
        guard head.node.u64(Self.flawedPageCount) > UInt64(byteCount / pageSize) else { return }
        throw StorageError(.damaged, "\(path) is shorter than its header says: restore a copy.")
    }
}
