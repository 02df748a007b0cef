// Defences that the tests leave out one at a time, to see that each is missed.

import Synchronization

/// Known ways to lose data. Nothing outside of this package can name one. Without any, every check of them is one test
/// of a constant, on a path that ends in a system call, that is taken once for each page or file, or that fails anyway.
package struct Flaws: OptionSet, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    private static let leftOut = Atomic<UInt64>(0)

    /// What this process leaves out, in files that are opened from now on and in what belongs to no file.
    package static var everywhere: Flaws {
        get { Flaws(rawValue: leftOut.load(ordering: .relaxed)) }
        set { leftOut.store(newValue.rawValue, ordering: .relaxed) }
    }

    // MARK: Of commits and openings

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
    /// The publish record of a transaction is written before anything else of it.
    package static let recordEarly = Flaws(rawValue: 1 << 15)
    /// A slot may take the place of the newest durable state's.
    package static let durableSlotOverwritten = Flaws(rawValue: 1 << 16)
    /// A slot may take the place of the only record of a state.
    package static let recordOverwritten = Flaws(rawValue: 1 << 17)
    /// Writing goes on after a commit of which nobody knows whether it is stored.
    package static let poisonIgnored = Flaws(rawValue: 1 << 18)
    /// What a failed transaction took stays taken.
    package static let bitmapKept = Flaws(rawValue: 1 << 19)
    /// No room is kept for deleting on a full disk.
    package static let noReserve = Flaws(rawValue: 1 << 20)
    /// A file that was deleted or replaced is written to.
    package static let replacementIgnored = Flaws(rawValue: 1 << 21)
    /// A file may grow beyond the pages that references can name.
    package static let pageLimitIgnored = Flaws(rawValue: 1 << 22)
    /// Transactions get numbers that no opening accepts.
    package static let transactionLimitIgnored = Flaws(rawValue: 1 << 23)

    // MARK: Of pages

    /// Whatever stands at a page is taken for the node that belongs there.
    package static let checksumNotCompared = Flaws(rawValue: 1 << 24)
    /// A node with the right checksum is used without a look at its structure.
    package static let nodeNotChecked = Flaws(rawValue: 1 << 25)
    /// What lies beyond the end of the file counts as being there.
    package static let lengthIgnored = Flaws(rawValue: 1 << 26)
    /// New nodes begin with whatever their memory held.
    package static let memoryNotCleared = Flaws(rawValue: 1 << 27)

    // MARK: Of what is shared

    /// Processes do not take turns at writing.
    package static let writerLockIgnored = Flaws(rawValue: 1 << 28)
    /// A snapshot counts as pinned although a writer may have looked for pins before its lock was there.
    package static let pinNotRechecked = Flaws(rawValue: 1 << 29)
    /// Any number of versions may be in use.
    package static let versionLimitIgnored = Flaws(rawValue: 1 << 30)
    /// A second opening of a file gives another instance.
    package static let openedTwice = Flaws(rawValue: 1 << 31)
    /// A child of a fork goes on with its parent's files.
    package static let forkIgnored = Flaws(rawValue: 1 << 32)
    /// A file may take the place of a standard stream.
    package static let lowDescriptorKept = Flaws(rawValue: 1 << 33)

    // MARK: Of files, errors and documents

    /// A new file is written under its own name.
    package static let createdInPlace = Flaws(rawValue: 1 << 34)
    /// Nobody waits until a name is durable.
    package static let nameNotSynced = Flaws(rawValue: 1 << 35)
    /// A copy takes the place of a file before it is durable.
    package static let copyNotSynced = Flaws(rawValue: 1 << 36)
    /// A file that does not begin like a database is read as one.
    package static let anyFileAccepted = Flaws(rawValue: 1 << 37)
    /// A call that a signal interrupted has failed.
    package static let interruptionFails = Flaws(rawValue: 1 << 38)
    /// A call that transferred less than asked for has transferred all.
    package static let shortTransferTaken = Flaws(rawValue: 1 << 39)
    /// A call that failed says that the file is damaged.
    package static let failureCalledDamage = Flaws(rawValue: 1 << 40)
    /// A write that throws stores what it did until then.
    package static let errorsCommitted = Flaws(rawValue: 1 << 41)
    /// Documents may nest as deeply as they like.
    package static let depthNotLimited = Flaws(rawValue: 1 << 42)

    /// Every flaw with its name.
    package static let all: [(name: String, flaw: Flaws)] = [
        ("unverified-slot", .unverifiedSlot), ("incomplete-manifest", .incompleteManifest),
        ("shared-header-field", .sharedHeaderField), ("reuse-within-transaction", .reuseWithinTransaction),
        ("length-not-synced", .lengthNotSynced), ("torn-slot-accepted", .tornSlotAccepted), ("no-salt", .noSalt),
        ("sync-retried", .syncRetried), ("adopted-from-memory", .adoptedFromMemory),
        ("tag-not-compared", .tagNotCompared), ("record-followed", .recordFollowed),
        ("newer-slot-skipped", .newerSlotSkipped), ("pin-ignored", .pinIgnored), ("dead-slot-kept", .deadSlotKept),
        ("anchor-reused", .anchorReused), ("record-early", .recordEarly),
        ("durable-slot-overwritten", .durableSlotOverwritten), ("record-overwritten", .recordOverwritten),
        ("poison-ignored", .poisonIgnored), ("bitmap-kept", .bitmapKept), ("no-reserve", .noReserve),
        ("replacement-ignored", .replacementIgnored), ("page-limit-ignored", .pageLimitIgnored),
        ("transaction-limit-ignored", .transactionLimitIgnored), ("checksum-not-compared", .checksumNotCompared),
        ("node-not-checked", .nodeNotChecked), ("length-ignored", .lengthIgnored),
        ("memory-not-cleared", .memoryNotCleared), ("writer-lock-ignored", .writerLockIgnored),
        ("pin-not-rechecked", .pinNotRechecked), ("version-limit-ignored", .versionLimitIgnored),
        ("opened-twice", .openedTwice), ("fork-ignored", .forkIgnored), ("low-descriptor-kept", .lowDescriptorKept),
        ("created-in-place", .createdInPlace), ("name-not-synced", .nameNotSynced),
        ("copy-not-synced", .copyNotSynced), ("any-file-accepted", .anyFileAccepted),
        ("interruption-fails", .interruptionFails), ("short-transfer-taken", .shortTransferTaken),
        ("failure-called-damage", .failureCalledDamage), ("errors-committed", .errorsCommitted),
        ("depth-not-limited", .depthNotLimited),
    ]
}
