// The queue of tasks that wait to write to one file without blocking their threads.

import QuireStorage

/// First come, first served among those who suspend; they wait until no other Realm of the process writes to the file. One
/// queue for each file that is open.
final class AsyncWriterQueue: Sendable {
    private struct State {
        /// One of those who suspend has its turn.
        var isTaken = false
        /// How many writes are open.
        var openWrites = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var firstWaiting = 0

        /// Whoever may go now; its turn has begun.
        mutating func next() -> CheckedContinuation<Void, Never>? {
            guard !isTaken, openWrites == 0, firstWaiting < waiting.count else { return nil }
            isTaken = true
            let next = waiting[firstWaiting]
            firstWaiting += 1
            if firstWaiting == waiting.count {
                waiting.removeAll()
                firstWaiting = 0
            }
            return next
        }
    }
    private let state = Lock(State())

    private struct Entry {
        weak var queue: AsyncWriterQueue?
    }
    private static let queues = Lock<[ObjectIdentifier: Entry]>([:])

    /// The queue of a file.
    static func of(_ database: Database) -> AsyncWriterQueue {
        queues.withLock { queues in
            if let queue = queues[ObjectIdentifier(database)]?.queue { return queue }
            queues = queues.filter { $0.value.queue != nil }
            let queue = AsyncWriterQueue()
            queues[ObjectIdentifier(database)] = Entry(queue: queue)
            return queue
        }
    }

    /// Returns when it is the caller's turn.
    func enter() async {
        await withCheckedContinuation { continuation in
            let next = state.withLock { state in
                state.waiting.append(continuation)
                return state.next()
            }
            next?.resume()
        }
    }

    /// Ends the caller's turn.
    func leave() {
        let next = state.withLock { state in
            state.isTaken = false
            return state.next()
        }
        next?.resume()
    }

    /// A Realm has begun to write.
    func writeBegan() { state.withLock { $0.openWrites += 1 } }

    /// It has ended.
    func writeEnded() {
        let next = state.withLock { state in
            state.openWrites -= 1
            return state.next()
        }
        next?.resume()
    }
}
