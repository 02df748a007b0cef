// Links that are appended to a list one by one: they wait, and go to the list together. Finding the end of a list and
// storing its root once for each link would cost several times what a link does.

/// Links that were appended to one list and are not in it yet. Their inverse entries are made at once.
struct WaitingLinks {
    /// Links that wait at most, 8 KiB.
    static let limit = 1024

    let row: UInt64
    let column: Int
    /// The removal clock while the owner was known to be there.
    let clock: UInt64
    var targets: [UInt64] = []
}

extension Table {
    /// True if a link was appended to the list just before, and its owner is still there.
    package func isAppending(to row: RowID, _ column: Int) -> Bool {
        guard loadedGeneration == space.generation, let waiting = waitingLinks else { return false }
        return waiting.row == row.rawValue && waiting.column == column && waiting.clock == space.removalClock
    }

    /// Appends a link to a list whose owner is there, at the latest when somebody reads the list, at a mark or at the
    /// commit.
    package func listAppend(_ row: RowID, _ column: Int, _ target: RowID) throws(StorageError) {
        try load()
        if try isGhostTarget(column, target.rawValue) {
            return try listInsert(row, column, at: try listCount(row, column), [.link(target)])
        }
        if !isAppending(to: row, column) {
            try storeWaitingLinks()
            waitingLinks = WaitingLinks(row: row.rawValue, column: column, clock: space.removalClock)
        }
        waitingLinks?.targets.append(target.rawValue)
        try addBacklink(column, target: target.rawValue, origin: row.rawValue)
        if let waiting = waitingLinks, waiting.targets.count >= WaitingLinks.limit {
            try storeWaitingLinks()
            waitingLinks = WaitingLinks(row: waiting.row, column: waiting.column, clock: waiting.clock)
        }
    }

    /// Puts the links that wait into their list. Whoever looks at a list as it is stored calls this first.
    func storeWaitingLinks() throws(StorageError) {
        guard let waiting = waitingLinks else { return }
        waitingLinks = nil
        guard !waiting.targets.isEmpty else { return }
        try appendRaw(waiting.row, waiting.column, links: waiting.targets)
    }
}
