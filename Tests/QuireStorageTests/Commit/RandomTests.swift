// Random transactions against a plain array, with pins, marks, failures, spilling and reopening in between.

import QuireStorage
import QuireTestSupport
import XCTest

final class RandomTests: PageTestCase {
    private struct Planned: Error {}

    /// A seeded source of numbers below a bound.
    private final class Dice {
        private let system: SimulatedSystem
        init(_ seed: UInt64) { system = SimulatedSystem(seed: seed) }
        func roll(_ bound: Int) -> Int { Int(system.random() % UInt64(bound)) }
    }

    private func change(_ forest: NodeForest, _ model: inout [UInt64], _ dice: Dice) throws {
        let index = dice.roll(model.count)
        if dice.roll(3) == 0 {
            let byteCount = 1 + dice.roll(dice.roll(10) == 0 ? 300_000 : 3_000)
            let byte = UInt8(dice.roll(256))
            try forest.setLong(index, byteCount: byteCount, byte)
            model[index] = UInt64(byteCount) << 32 | UInt64(byte)
        } else {
            let value = UInt64(dice.roll(1_000_000))
            try forest.set(index, value)
            model[index] = value
        }
        if dice.roll(4) == 0 { try forest.database.spillIfNeeded(forest.space) }
    }

    private func transact(_ forest: NodeForest, _ model: inout [UInt64], _ dice: Dice) throws {
        for _ in 0...dice.roll(12) { try change(forest, &model, dice) }
        if dice.roll(3) == 0 {
            let roots = forest.roots
            let before = model
            let mark = forest.space.mark()
            for _ in 0...dice.roll(8) { try change(forest, &model, dice) }
            if dice.roll(2) == 0 {
                forest.space.rollback(to: mark)
                forest.restore(roots)
                model = before
            } else {
                forest.space.release(mark)
            }
        }
        XCTAssertEqual(try forest.values(), model)
        if dice.roll(8) == 0 { throw Planned() }
    }

    private struct Counts {
        var commits = 0
        var rollbacks = 0
        var failures = 0
        var openings = 0
    }
    private var happened = Counts()

    private func run(seed: UInt64, pageSize: Int, memory: MemoryFile, rounds: Int) throws {
        let dice = Dice(seed)
        let count = 12
        var model = [UInt64](repeating: 0, count: count)
        var opening = 0
        func open() throws -> (FailingFile, NodeForest) {
            opening += 1
            let file = FailingFile(memory)
            var options = Database.Options()
            options.pageSize = pageSize
            options.spillByteCount = 20 * pageSize
            options.readsByCopying = dice.roll(3) == 0
            let system = SimulatedSystem(seed: seed &* 1000 &+ UInt64(opening), boot: UInt64(1 + dice.roll(2)))
            return (file, try NodeForest(try Database.open(storage: file, options, system: system)))
        }
        var (file, forest) = try open()
        try forest.write { try $0.plant(count) }
        var pinned: [(Snapshot, [UInt64])] = []
        for round in 0..<rounds {
            var changed = model
            if dice.roll(10) == 0 {
                var plan = FailingFile.Plan()
                plan.failingCall = dice.roll(6)
                plan.code = dice.roll(2) == 0 ? .diskFull : .fileAccess
                plan.partialByteCount = dice.roll(2000)
                file.set(plan)
            }
            do {
                try forest.write { try transact($0, &changed, dice) }
                model = changed
                happened.commits += 1
            } catch is Planned {
                happened.rollbacks += 1
            } catch let error as StorageError {
                XCTAssertTrue([.fileAccess, .diskFull, .commitFailed].contains(error.code), "round \(round): \(error)")
                happened.failures += 1
            }
            file.set(FailingFile.Plan())
            XCTAssertEqual(try forest.values(), model, "seed \(seed), round \(round)")
            try forest.database.verify(findsLeaks: true)
            if dice.roll(6) == 0 { pinned.append((try forest.database.pin(), model)) }
            if dice.roll(6) == 0, !pinned.isEmpty {
                let (snapshot, values) = pinned.remove(at: dice.roll(pinned.count))
                XCTAssertEqual(try forest.values(snapshot.roots), values, "seed \(seed), round \(round)")
                forest.database.unpin(snapshot)
            }
            if dice.roll(25) == 0 {
                for (snapshot, values) in pinned {
                    XCTAssertEqual(try forest.values(snapshot.roots), values, "seed \(seed), round \(round)")
                }
                pinned = []
                // The old one closes before the new one opens.
                forest = try NodeForest(try openMemory(MemoryFile(name: "between")))
                (file, forest) = try open()
                happened.openings += 1
                XCTAssertEqual(try forest.values(), model, "seed \(seed), round \(round), reopened")
            }
        }
    }

    func testRandomTransactions_agreeWithAnArrayAndLoseNoPage() throws {
        for seed: UInt64 in 1...12 {
            let pageSize = [512, 1024, 4096][Int(seed % 3)]
            let memory = MemoryFile(name: "random", wantsSlack: seed % 2 == 0)
            do {
                try run(seed: seed, pageSize: pageSize, memory: memory, rounds: 150)
            } catch {
                XCTFail("seed \(seed): \(error)")
            }
            // Rollbacks, failures and long values leave the file in proportion to what it holds.
            XCTAssertLessThan(memory.bytes.count, 40 << 20, "seed \(seed)")
        }
        print(happened)
        XCTAssertGreaterThan(happened.commits, 1000)
        XCTAssertGreaterThan(happened.rollbacks, 100)
        XCTAssertGreaterThan(happened.failures, 30)
        XCTAssertGreaterThan(happened.openings, 30)
    }
}
