// One writer at a time within the process.

/// Held by a transaction, not by a thread: the task that ends a transaction may run on another thread than the one that
/// began it.
final class WriterGate: Sendable {
    private struct State {
        var isTaken = false
        /// The thread on which the transaction began.
        var thread: UInt = 0
    }

    private let state = Condition(State())

    /// Waits until nobody holds the gate, and takes it. False if this very thread holds it for another transaction: no
    /// transaction spans a suspension, so waiting would be for ever.
    func enter() -> Bool {
        let thread = currentThread()
        return state.wait { state -> Bool? in
            guard state.isTaken else {
                state = State(isTaken: true, thread: thread)
                return true
            }
            return state.thread == thread ? false : nil
        }
    }

    func leave() {
        state.withLock { state in
            precondition(state.isTaken, "the gate is left by the transaction that entered it")
            state = State()
        }
    }

    var isHeld: Bool { state.withLock { $0.isTaken } }
}
