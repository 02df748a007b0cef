// Marks inside of marks: what each goes back to, and what they keep meanwhile.

import QuireStorage
import QuireTestSupport
import XCTest

final class MarkTests: PageTestCase {
    func testRelease_insideAMark_keepsEachNodeOnce() throws {
        try overEveryStore { store in
            let forest = try NodeForest(try store.open())
            try forest.write { try $0.plant(12) }
            try forest.write { forest in
                try forest.set(3, 1)
                let roots = forest.roots
                let outer = forest.space.mark()
                for round in 0..<500 {
                    let inner = forest.space.mark()
                    try forest.set(round % 12, UInt64(round))
                    forest.space.release(inner)
                    XCTAssertLessThanOrEqual(forest.space.savedNodeCount, 2, store.name)
                }
                XCTAssertEqual(try forest.values(), Array(492..<500) + Array(488..<492), store.name)
                forest.space.rollback(to: outer)
                forest.restore(roots)
                XCTAssertEqual(try forest.values(), [0, 0, 0, 1] + [UInt64](repeating: 0, count: 8), store.name)
                XCTAssertEqual(forest.space.savedNodeCount, 0, store.name)
            }
            try forest.database.verify(findsLeaks: true)
        }
    }

    /// A mark and what the forest showed when it was made.
    private struct Level {
        let mark: PageSpace.Mark
        let roots: FileRoots
        let values: [UInt64]
    }

    func testNestedMarks_releasedAndRolledBackAtRandom_showWhatAModelShows() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for round in 0..<40 {
            var options = Database.Options()
            options.pageSize = 512
            options.spillByteCount = 8 * 512
            let database = try Database.open(
                storage: MemoryFile(name: "marks"), options, system: SimulatedSystem(seed: seed &+ UInt64(round)))
            let forest = try NodeForest(database)
            var model = [UInt64](repeating: 0, count: 10)
            try forest.write { try $0.plant(model.count) }
            try forest.write { forest in
                var levels: [Level] = []
                for _ in 0..<120 {
                    switch generator.next() % 8 {
                    case 0 where levels.count < 5:
                        levels.append(Level(mark: forest.space.mark(), roots: forest.roots, values: model))
                    case 1:
                        if let level = levels.popLast() { forest.space.release(level.mark) }
                    case 2:
                        guard let level = levels.popLast() else { continue }
                        forest.space.rollback(to: level.mark)
                        forest.restore(level.roots)
                        model = level.values
                    case 3: try database.spillIfNeeded(forest.space)
                    case 4:
                        let index = Int(generator.next() % 10)
                        try forest.setLong(index, byteCount: 700, UInt8(index))
                        model[index] = 700 << 32 | UInt64(index)
                    default:
                        let index = Int(generator.next() % 10)
                        let value = generator.next() % 1_000
                        try forest.set(index, value)
                        model[index] = value
                    }
                    XCTAssertEqual(try forest.values(), model, "seed \(seed), round \(round)")
                }
                while let level = levels.popLast() { forest.space.release(level.mark) }
            }
            XCTAssertEqual(try forest.values(), model, "seed \(seed), round \(round)")
            try database.verify(findsLeaks: true)
        }
    }
}
