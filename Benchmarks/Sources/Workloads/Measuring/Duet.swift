// Work repeated in a thread, alone or beside other work in another thread.

import Dispatch
import Foundation
import Synchronization

/// Runs parts for a while and counts their rounds.
enum Duet {
    /// One thread's work: what prepares it in that thread gives what does one round and says how many of its answers
    /// were wrong.
    struct Part: Sendable {
        let prepare: @Sendable () throws -> (_ round: Int) throws -> Int

        init(_ prepare: @escaping @Sendable () throws -> (_ round: Int) throws -> Int) {
            self.prepare = prepare
        }
    }

    /// What a thread did.
    struct Outcome: Sendable {
        var rounds = 0
        var failures = 0
        var nanoseconds = 0.0
    }

    /// A part alone.
    static func run(_ part: Part, for seconds: Double) throws -> Outcome {
        let thread = Player(part, seconds: seconds)
        thread.start()
        thread.go()
        return try thread.finish()
    }

    /// `main` until `other` has run for so long.
    static func run(_ main: Part, beside other: Part, for seconds: Double) throws -> (main: Outcome, other: Outcome) {
        let (first, second) = (Player(main, seconds: nil), Player(other, seconds: seconds))
        first.start()
        second.start()
        first.go()
        second.go()
        defer { first.stop() }
        let outcome = try second.finish()
        first.stop()
        return (try first.finish(), outcome)
    }
}

/// A thread that prepares, waits for the word, and repeats until its time is over or it is told to stop.
private final class Player: Sendable {
    private let part: Duet.Part
    private let seconds: Double?
    private let isStopped = Atomic(false)
    private let prepared = DispatchSemaphore(value: 0)
    private let begin = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let result = Mutex<Result<Duet.Outcome, any Error>>(.success(Duet.Outcome()))

    init(_ part: Duet.Part, seconds: Double?) {
        self.part = part
        self.seconds = seconds
    }

    /// Returns when the thread is ready.
    func start() {
        Thread { self.play() }.start()
        prepared.wait()
    }

    func go() { begin.signal() }

    func stop() { isStopped.store(true, ordering: .relaxed) }

    func finish() throws -> Duet.Outcome {
        ended.wait()
        return try result.withLock { $0 }.get()
    }

    private func play() {
        let outcome = Result { try repeated() }
        result.withLock { $0 = outcome }
        ended.signal()
    }

    private func repeated() throws -> Duet.Outcome {
        let round = Result { try part.prepare() }
        prepared.signal()
        begin.wait()
        let play = try round.get()
        var outcome = Duet.Outcome()
        let start = Stopwatch.wallTime()
        repeat {
            outcome.failures += try play(outcome.rounds)
            outcome.rounds += 1
            outcome.nanoseconds = Stopwatch.wallTime() - start
        } while !isOver(outcome.nanoseconds)
        return outcome
    }

    private func isOver(_ nanoseconds: Double) -> Bool {
        if let seconds { return nanoseconds >= seconds * 1e9 }
        return isStopped.load(ordering: .relaxed)
    }
}
