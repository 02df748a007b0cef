// A reader sleeps between looking for the newest state and locking it, until that state is long gone; others of its
// process write and read before it notices.

import Foundation
import QuireStorage
import QuireTestSupport
import XCTest

final class LatePinTests: PageTestCase {
    private var writer: Database!
    private var database: Database!
    private var watched: WatchedFile!
    private let failures = Failures()

    override func setUpWithError() throws {
        try super.setUpWithError()
        let path = try temporaryPath()
        try PosixFileSystem().open(path, .create).close()
        var options = Database.Options()
        options.pageSize = 512
        // So that every look at the head of the file is a call.
        options.readsByCopying = true
        writer = try Database.open(
            storage: PosixFileSystem().open(path, .readAndWrite), options, system: PosixFileSystem())
        watched = WatchedFile(try PosixFileSystem().open(path, .readAndWrite))
        database = try Database.open(storage: watched, options, system: PosixFileSystem())
        try NodeForest(writer).write { try $0.plant(3) }
    }

    override func tearDown() {
        (writer, database, watched) = (nil, nil, nil)
        super.tearDown()
    }

    /// Another opening uses every page of the state again that it may use.
    private static func outrun(_ writer: Database, _ round: UInt64) throws {
        for _ in 0..<100 { try NodeForest(writer).write { try $0.set(1, round) } }
    }

    private static func values(_ database: Database) throws -> [UInt64] {
        let snapshot = try database.pin()
        defer { database.unpin(snapshot) }
        return try NodeForest(database).values(snapshot.roots)
    }

    func testPin_ofAStateThatIsGone_doesNotStopTheWriters() throws {
        for round in 1...40 as ClosedRange<UInt64> {
            try NodeForest(writer).write { try $0.set(0, round) }
            let step = Steps()
            watched.onCall { [writer, database, failures] call in
                if case .willLock(.pin) = call, step.isNext(0) {
                    failures.collect { try Self.outrun(writer!, round) }
                } else if call == .willRead, step.isNext(1) {
                    failures.collectOnAnotherThread {
                        try NodeForest(database!).write { try $0.set(2, round) }
                    }
                }
            }
            XCTAssertEqual(try Self.values(database), [round, round, round])
            XCTAssertEqual(step.count, 2)
            XCTAssertEqual(failures.all, [])
            watched.onCall(nil)
        }
        try database.verify(findsLeaks: true)
    }

    /// The second reader looked for the newest state in time as well, and finds it pinned by the first one.
    func testPin_thatFindsALateOne_isNotTakenForSound() throws {
        for round in 1...40 as ClosedRange<UInt64> {
            try NodeForest(writer).write { try $0.set(0, round) }
            let step = Steps()
            let hasLooked = DispatchSemaphore(value: 0)
            let isDone = DispatchSemaphore(value: 0)
            let first = ObjectIdentifier(Thread.current)
            watched.onCall { [writer, database, failures] call in
                if ObjectIdentifier(Thread.current) == first {
                    if case .willLock(.pin) = call, step.isNext(0) {
                        Thread.detachNewThread {
                            failures.collect {
                                let values = try Self.values(database!)
                                if values != [round, round, round - 1] { failures.add("\(values)") }
                            }
                            isDone.signal()
                        }
                        hasLooked.wait()
                        failures.collect { try Self.outrun(writer!, round) }
                    } else if call == .willRead, step.isNext(4) {
                        isDone.wait()
                    }
                } else if call == .didRead, step.isNext(1) || step.isNext(2) || step.isNext(3), step.count == 4 {
                    // The last of the three records; the lock on the list of states makes it wait from here on.
                    hasLooked.signal()
                }
            }
            XCTAssertEqual(try Self.values(database), [round, round, round - 1])
            XCTAssertEqual(step.count, 5)
            XCTAssertEqual(failures.all, [])
            watched.onCall(nil)
            try NodeForest(writer).write { try $0.set(2, round) }
        }
        try database.verify(findsLeaks: true)
    }
}

/// Counts what happens in an order that a test has planned.
private final class Steps: @unchecked Sendable {
    private let lock = NSLock()
    private var next = 0
    /// True once, if `step` is the next one.
    func isNext(_ step: Int) -> Bool {
        lock.withLock {
            guard next == step else { return false }
            next += 1
            return true
        }
    }
    var count: Int { lock.withLock { next } }
}
