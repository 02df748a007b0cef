// The queue of tasks that wait to write to one file without blocking their threads.

import QuireStorage

/// First come, first served; one for each file that is open.
final class WriterGate: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var firstWaiting = 0
    }
    private let state = Lock(State())

    private struct Entry {
        weak var gate: WriterGate?
    }
    private static let gates = Lock<[ObjectIdentifier: Entry]>([:])

    /// The gate of a file.
    static func of(_ database: Database) -> WriterGate {
        gates.withLock { gates in
            if let gate = gates[ObjectIdentifier(database)]?.gate { return gate }
            gates = gates.filter { $0.value.gate != nil }
            let gate = WriterGate()
            gates[ObjectIdentifier(database)] = Entry(gate: gate)
            return gate
        }
    }

    /// Returns when it is the caller's turn.
    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiting.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    /// Lets the next one in.
    func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard state.firstWaiting < state.waiting.count else {
                state.isTaken = false
                state.waiting.removeAll()
                state.firstWaiting = 0
                return nil
            }
            state.firstWaiting += 1
            return state.waiting[state.firstWaiting - 1]
        }
        next?.resume()
    }
}
