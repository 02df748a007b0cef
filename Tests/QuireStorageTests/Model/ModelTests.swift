// Thousands of random operations on a store and on plain dictionaries: both must agree, and the file must be whole, after
// every commit.

import Foundation
import QuireTestSupport
import Synchronization
import XCTest

@testable import QuireStorage

final class ModelTests: PageTestCase {
    /// Seeds and steps; `QUIRE_MODEL_SEEDS` and `QUIRE_MODEL_STEPS` ask for more, `QUIRE_MODEL_FIRST` for one run again.
    private var plan: (seeds: ClosedRange<UInt64>, steps: Int) {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["QUIRE_MODEL_FIRST"].flatMap { UInt64($0) } ?? 1
        let count = environment["QUIRE_MODEL_SEEDS"].flatMap { UInt64($0) } ?? 8
        let steps = environment["QUIRE_MODEL_STEPS"].flatMap { Int($0) } ?? 750
        return (first...first + count - 1, steps)
    }

    func testRandomOperations_equalTheModel_inMemory() throws {
        let plan = plan
        var total: [RandomStore.Kind: Int] = [:]
        for seed in plan.seeds {
            let memory = MemoryFile(name: "memory \(seed)")
            weak var database: Database?
            let commits = try run(seed: seed, steps: plan.steps, &total) {
                if let database { return database }
                var options = Database.Options()
                options.pageSize = 512
                options.spillByteCount = self.spillByteCount(seed)
                let opened = try Database.open(storage: memory, options, system: SimulatedSystem(seed: seed))
                database = opened
                return opened
            }
            XCTAssertGreaterThan(commits, 0, "seed \(seed): nothing was compared")
        }
        report(total, plan.steps * plan.seeds.count, "in memory")
    }

    func testRandomOperations_equalTheModel_onAFile() throws {
        let plan = plan
        var total: [RandomStore.Kind: Int] = [:]
        for seed in plan.seeds {
            let path = try temporaryPath("model-\(seed).quire")
            let commits = try run(seed: seed + 1_000, steps: plan.steps, &total) {
                try Database.open(.file(path: path), Database.Options())
            }
            XCTAssertGreaterThan(commits, 0, "seed \(seed): nothing was compared")
        }
        report(total, plan.steps * plan.seeds.count, "on files")
    }

    /// One run in four draws all kinds of operations, the others leave a third of them out.
    private func weights(_ seed: UInt64) -> RandomWeights { seed % 4 == 0 ? .usual : .swarm(seed: seed) }

    private func spillByteCount(_ seed: UInt64) -> Int { seed % 2 == 0 ? 40_000 : 64 << 20 }

    /// What was done, by kind; a long run does enough of each.
    private func report(_ counts: [RandomStore.Kind: Int], _ steps: Int, _ place: String) {
        let text = RandomStore.Kind.allCases.map { "\($0.rawValue) \(counts[$0] ?? 0)" }.joined(separator: ", ")
        print("seeds \(plan.seeds), \(steps) operations \(place): \(text)")
        guard steps >= 200_000 else { return }
        for kind in RandomStore.Kind.allCases { XCTAssertGreaterThanOrEqual(counts[kind] ?? 0, 300, "\(kind)") }
    }

    /// Tells after how many commits store and model were compared.
    private func run(
        seed: UInt64, steps: Int, _ total: inout [RandomStore.Kind: Int], _ open: @escaping () throws -> Database
    ) throws -> Int {
        let store = try RandomStore(seed: seed, open: open)
        let readers = Readers()
        var commits = 0
        store.onCommit = { database, model in
            commits += 1
            let session = try Session(database: database)
            try session.pin()
            let differences = try model.differences(session)
            XCTAssertEqual(differences, [], "seed \(seed), commit \(commits)")
            let report = try FileCheck.run(database)
            XCTAssertEqual(report.problems.map(\.message), [], "seed \(seed), commit \(commits)")
            if !differences.isEmpty || !report.problems.isEmpty { throw Failure.found }
            // Some snapshots are held to the end, by threads of their own.
            if commits % 17 == 3, readers.count < 6 { try readers.hold(database, model) }
        }
        let plan = weights(seed).steps(steps, seed: seed)
        do {
            for (number, step) in plan.enumerated() {
                do { try store.perform(step) } catch {
                    XCTFail("seed \(seed), step \(number), \(step.kind): \(error)")
                    throw error
                }
            }
            try store.finish()
        } catch {
            XCTFail("seed \(seed): \(error)\n\(reproducer(seed, plan))")
        }
        XCTAssertEqual(readers.release(), [], "seed \(seed): held snapshots changed")
        total.merge(store.counts) { $0 + $1 }
        return commits
    }

    /// The text of a test that fails in the same way with as few steps as possible.
    private func reproducer(_ seed: UInt64, _ plan: [RandomStep]) -> String {
        let run = ModelRun(spillByteCount: spillByteCount(seed))
        guard let (steps, failure) = run.shrink(plan) else {
            return "In memory and without readers it does not fail; QUIRE_MODEL_FIRST=\(seed) repeats it."
        }
        return
            "\(steps.count) of \(plan.count) steps do, as a test:\n\n\(run.test("Model_seed\(seed)", steps, failure))\n"
    }

    private enum Failure: Error { case found }
}

/// Threads that hold a snapshot each and compare it at the end.
private final class Readers {
    private final class Shared: Sendable {
        let differences = Mutex<[String]>([])
    }

    private let shared = Shared()
    private let go = DispatchSemaphore(value: 0)
    private let done = DispatchGroup()
    private(set) var count = 0

    func hold(_ database: Database, _ model: StoreModel) throws {
        let pinned = DispatchSemaphore(value: 0)
        count += 1
        done.enter()
        Thread.detachNewThread { [shared, go, done] in
            var found: [String] = []
            do {
                let session = try Session(database: database)
                try session.pin()
                pinned.signal()
                go.wait()
                found = try model.differences(session)
            } catch {
                pinned.signal()
                found = ["\(error)"]
            }
            shared.differences.withLock { $0 += found }
            done.leave()
        }
        pinned.wait()
    }

    func release() -> [String] {
        for _ in 0..<count { go.signal() }
        done.wait()
        return shared.differences.withLock { $0 }
    }
}
