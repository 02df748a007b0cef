// How far a commit goes before it returns.

/// What is promised about a transaction once its commit returned.
package enum Durability: Sendable {
    /// It survives a power cut: pages, slot and manifest, then one sync.
    case durable
    /// It survives a power cut, also where somebody forges content with the checksums of other content: its pages are
    /// synced before its slot is written.
    case twoSyncs
    /// It survives the end of the process. After a power cut it may be missing, but no later one is there without it.
    /// One that lengthens the file survives the power cut too.
    case ordered
    /// It survives the end of the process. After a power cut everything since the last sync is missing, and what was
    /// durable before is whole.
    case relaxed
}
