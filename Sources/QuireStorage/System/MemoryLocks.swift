// Locks of a file in memory, as the system keeps those of a file on a disk.

/// Who holds what.
final class MemoryLocks: Sendable {
    private struct Held {
        var holders: Set<ObjectIdentifier> = []
        var isExclusive = false

        func allows(_ kind: LockKind, for owner: ObjectIdentifier) -> Bool {
            let isAlone = holders.subtracting([owner]).isEmpty
            return isAlone || kind == .shared && !isExclusive
        }
    }

    private let held = Condition<[LockByte: Held]>([:])

    /// False if somebody else is in the way; a time to wait counts as none.
    func take(_ byte: LockByte, _ kind: LockKind, by owner: ObjectIdentifier, _ wait: LockWait) -> Bool {
        held.wait { held -> Bool? in
            guard held[byte, default: Held()].allows(kind, for: owner) else {
                if case .wait = wait { return nil }
                return false
            }
            held[byte, default: Held()].holders.insert(owner)
            held[byte]?.isExclusive = kind == .exclusive
            return true
        }
    }

    func give(_ byte: LockByte, by owner: ObjectIdentifier) {
        held.withLock { Self.give(byte, by: owner, &$0) }
    }

    private static func give(_ byte: LockByte, by owner: ObjectIdentifier, _ held: inout [LockByte: Held]) {
        guard held[byte]?.holders.remove(owner) != nil else { return }
        held[byte]?.isExclusive = false
        if held[byte]?.holders.isEmpty ?? false { held[byte] = nil }
    }

    func giveAll(by owner: ObjectIdentifier) {
        held.withLock { held in
            for byte in Array(held.keys) { Self.give(byte, by: owner, &held) }
        }
    }

    /// One of the transactions in a range that somebody else has pinned.
    func pin(in range: ClosedRange<UInt64>, notOf owner: ObjectIdentifier) -> TransactionID? {
        held.withLock { held in
            for (byte, content) in held {
                guard case .pin(let transaction) = byte, range.contains(transaction.rawValue) else { continue }
                if !content.holders.subtracting([owner]).isEmpty { return transaction }
            }
            return nil
        }
    }
}
