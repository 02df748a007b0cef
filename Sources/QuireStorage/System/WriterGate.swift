// One writer at a time within the process.

/// Held by a transaction, not by a thread: the task that ends a transaction may run on another thread than the one that
/// began it.
final class WriterGate: Sendable {
    private let isTaken = Condition(false)

    /// Waits until nobody holds the gate, and takes it.
    func enter() {
        isTaken.wait { taken -> Void? in
            guard !taken else { return nil }
            taken = true
            return ()
        }
    }

    func leave() {
        isTaken.withLock { taken in
            precondition(taken, "the gate is left by the transaction that entered it")
            taken = false
        }
    }

    var isHeld: Bool { isTaken.withLock { $0 } }
}
