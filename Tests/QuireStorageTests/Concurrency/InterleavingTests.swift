// Two openings of one file, as two processes have it: one is stopped at each named point of the protocol while the other one
// does something from beginning to end.

import Foundation
import QuireTestSupport
import Synchronization
import XCTest

@testable import QuireStorage

final class InterleavingTests: PageTestCase {
    /// What one of the two does.
    private enum Actor: String, CaseIterable {
        case reader, writer, relaxedWriter, manyWrites, opener
    }

    /// Amounts that belong together: their sum stays, and the third value counts the transactions.
    private static let total: UInt64 = 1_000_000

    /// Where the file lies, and how another opening of it is had.
    private struct Place {
        let name: String
        let open: (Database.Options) throws -> Database
    }

    private func places() throws -> [Place] {
        let memory = MemoryFile(name: "interleaved", isShared: true)
        let seed = Atomic<UInt64>(0)
        let path = try temporaryPath()
        try PosixFileSystem().open(path, .create).close()
        return [
            Place(name: "memory") { options in
                let number = seed.wrappingAdd(1, ordering: .relaxed).newValue
                let file = number == 1 ? memory : MemoryFile(opening: memory)
                return try Database.open(storage: file, options, system: SimulatedSystem(seed: number))
            },
            Place(name: "file") { options in
                let file = try PosixFileSystem().open(path, .readAndWrite)
                return try Database.open(storage: file, options, system: PosixFileSystem())
            },
        ]
    }

    // MARK: The two

    private static func transfer(_ database: Database, _ durability: Durability) throws {
        let forest = try NodeForest(database)
        try forest.write(durability) { forest in
            let values = try forest.values()
            try forest.set(0, values[0] - 1)
            try forest.set(1, values[1] + 1)
            try forest.set(2, values[2] + 1)
        }
    }

    private static func read(_ database: Database) throws {
        let snapshot = try database.pin()
        defer { database.unpin(snapshot) }
        // Twice, with nothing remembered in between: the pages of a snapshot stay.
        var seen: [UInt64]?
        for _ in 0..<2 {
            let values = try NodeForest(database).values(snapshot.roots)
            guard values[0] + values[1] == total else { throw Wrong(what: "the amounts are \(values)") }
            if let seen, seen != values { throw Wrong(what: "a snapshot changed from \(seen) to \(values)") }
            seen = values
            database.file.forget(PageRun(first: PageNumber(0), count: database.file.pageCount))
        }
    }

    private struct Wrong: Error { let what: String }

    /// Transactions that it commits.
    private static func commits(_ actor: Actor) -> Int {
        switch actor {
        case .reader, .opener: 0
        case .writer, .relaxedWriter: 1
        // Enough to go round the slots and to use every page again that nobody has pinned.
        case .manyWrites: 9
        }
    }

    private static func run(_ actor: Actor, _ database: Database, _ place: Place) throws {
        switch actor {
        case .reader: try read(database)
        case .writer: try transfer(database, .durable)
        case .relaxedWriter: try transfer(database, .relaxed)
        case .manyWrites: for _ in 0..<commits(actor) { try transfer(database, .durable) }
        case .opener: try read(try place.open(options(nil)))
        }
    }

    private static func options(_ stop: Stop?) -> Database.Options {
        var options = Database.Options()
        options.pageSize = 512
        if let stop { options.onPoint = { stop.reached($0) } }
        return options
    }

    /// Runs a body on a thread of its own.
    private static func start(_ errors: Errors, _ body: @escaping () throws -> Void) -> DispatchGroup {
        let group = DispatchGroup()
        group.enter()
        nonisolated(unsafe) let body = body
        Thread.detachNewThread {
            do { try unsafe body() } catch { errors.add("\(error)") }
            group.leave()
        }
        return group
    }

    /// Stops `first` when it reaches a point for the n-th time, and runs `second` then; false if it never gets there.
    private func interleave(
        _ first: Actor, at point: ProtocolPoint, _ number: Int, with second: Actor, _ place: Place,
        _ counter: inout Int
    ) throws -> Bool {
        let name = "\(place.name): \(first) stopped at \(point) (\(number)) while \(second) runs"
        let stop = Stop(at: point, number)
        let errors = Errors()
        do {
            let stopped = try place.open(Self.options(stop))
            let other = try place.open(Self.options(nil))
            // Both know the state before, as processes do that have been at work.
            for database in [stopped, other] { try Self.read(database) }
            stop.arm()
            let firstRun = Self.start(errors) {
                defer { stop.end() }
                try Self.run(first, stopped, place)
            }
            guard stop.waitUntilStopped() else {
                firstRun.wait()
                counter += Self.commits(first)
                XCTAssertEqual(errors.all, [], name)
                return false
            }
            let secondRun = Self.start(errors) { try Self.run(second, other, place) }
            // Writers take turns. Everybody else must come to an end while the first one stands still.
            let mustWait = stop.holdsWriter && Self.commits(second) > 0
            if !mustWait, secondRun.wait(timeout: .now() + 60) == .timedOut { XCTFail("\(name): it waits") }
            stop.goOn()
            firstRun.wait()
            secondRun.wait()
            counter += Self.commits(first) + Self.commits(second)
        }
        XCTAssertEqual(errors.all, [], name)
        let database = try place.open(Self.options(nil))
        let values = try NodeForest(database).values()
        XCTAssertEqual(values[0] + values[1], Self.total, name)
        XCTAssertEqual(Int(values[2]), counter, "\(name): transactions")
        XCTAssertEqual(try database.activeVersions().count, 1, "\(name): pins")
        try database.verify(findsLeaks: true)
        return true
    }

    private func plant(_ place: Place) throws {
        let forest = try NodeForest(try place.open(Self.options(nil)))
        try forest.write { forest in
            try forest.plant(4)
            try forest.set(0, Self.total)
        }
    }

    /// Each point that `first` reaches, with each other actor.
    private func exhaust(_ first: Actor, _ seconds: [Actor] = Actor.allCases) throws -> Set<ProtocolPoint> {
        var reached: Set<ProtocolPoint> = []
        for place in try places() {
            try plant(place)
            var counter = 0
            var runs = 0
            for point in ProtocolPoint.allCases {
                for second in seconds {
                    var number = 1
                    while number <= 6, try interleave(first, at: point, number, with: second, place, &counter) {
                        reached.insert(point)
                        runs += 1
                        number += 1
                    }
                }
            }
            print("\(place.name): \(first) was stopped \(runs) times")
        }
        return reached
    }

    // MARK: Tests

    func testPin_whileAnotherProcessCommits_showsAWholeState() throws {
        XCTAssertEqual(try exhaust(.reader), [.pinChosen, .pinLocked, .pinLeaving])
    }

    func testCommit_stoppedAnywhere_isWholeForEverybody() throws {
        let points = Set(ProtocolPoint.allCases)
        XCTAssertEqual(try exhaust(.writer), points)
    }

    func testRelaxedCommit_stoppedAnywhere_isWholeForEverybody() throws {
        XCTAssertEqual(try exhaust(.relaxedWriter), Set(ProtocolPoint.allCases))
    }

    func testManyCommits_stoppedAnywhere_leaveReadersAlone() throws {
        XCTAssertEqual(try exhaust(.manyWrites, [.reader, .opener, .writer]), Set(ProtocolPoint.allCases))
    }
}

/// Errors of all threads.
private final class Errors: Sendable {
    private let texts = Mutex<[String]>([])
    func add(_ text: String) { texts.withLock { $0.append(text) } }
    var all: [String] { texts.withLock { $0 } }
}

/// Stops the thread that reaches a point for the n-th time.
private final class Stop: Sendable {
    private enum Phase { case unarmed, running, stopped, over }

    private struct State {
        var phase = Phase.unarmed
        var count = 0
        var isWriting = false
    }

    private let point: ProtocolPoint
    private let number: Int
    private let state = Condition(State())

    init(at point: ProtocolPoint, _ number: Int) {
        self.point = point
        self.number = number
    }

    func arm() { state.withLock { $0.phase = .running } }
    func goOn() { state.withLock { $0.phase = .over } }
    func end() { state.withLock { $0.phase = .over } }

    /// True while the stopped one has the writer's lock.
    var holdsWriter: Bool { state.withLock { $0.isWriting } }

    /// False if the run ended without getting there.
    func waitUntilStopped() -> Bool {
        state.wait { state -> Bool? in
            switch state.phase {
            case .unarmed, .running: nil
            case .stopped: true
            case .over: false
            }
        }
    }

    func reached(_ point: ProtocolPoint) {
        state.withLock { state in
            if point == .writerEntered { state.isWriting = true }
            guard state.phase == .running, point == self.point else { return }
            state.count += 1
            if state.count == number { state.phase = .stopped }
        }
        state.wait { state -> Void? in state.phase == .stopped ? nil : () }
        if point == .writerLeaving { state.withLock { $0.isWriting = false } }
    }
}
