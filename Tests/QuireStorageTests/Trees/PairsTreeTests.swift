// Pairs trees against a sorted array.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class PairsTreeTests: XCTestCase {
    private func makeTree(pageSize: Int) -> PairsTree {
        let space = PageSpace(file: PageFile(pageSize: pageSize))
        space.beginWriting()
        return PairsTree(space: space, id: TreeID(9), root: .empty)
    }

    func testInsert_ascending_keepsOrderCountsAndFullLeaves() throws {
        var tree = makeTree(pageSize: 512)
        for number in 0..<10_000 { try tree.insert(IntegerKey(UInt64(number), 7)) }
        XCTAssertEqual(try tree.count(), 10_000)
        for rank in stride(from: 0, to: 10_000, by: 77) {
            XCTAssertEqual(try tree.pair(at: UInt64(rank)), IntegerKey(UInt64(rank), 7))
            XCTAssertEqual(try tree.rank(of: IntegerKey(UInt64(rank), 7)), UInt64(rank))
        }
        XCTAssertLessThan(tree.root.height, 6)
    }

    func testEqualPairs_acrossManyLeaves_areCountedAndRemovedOneByOne() throws {
        var tree = makeTree(pageSize: 512)
        for _ in 0..<500 { try tree.insert(IntegerKey(5, 5)) }
        try tree.insert(IntegerKey(4, 1))
        try tree.insert(IntegerKey(6, 1))
        XCTAssertEqual(try tree.count(high: 5), 500)
        XCTAssertEqual(try tree.rank(of: IntegerKey(5, 5)), 1)
        for left in stride(from: 499, through: 0, by: -1) {
            XCTAssertTrue(try tree.remove(IntegerKey(5, 5)))
            if left % 50 == 0 { XCTAssertEqual(try tree.count(high: 5), left) }
        }
        XCTAssertFalse(try tree.remove(IntegerKey(5, 5)))
        XCTAssertEqual(try tree.count(), 2)
    }

    func testRandomChanges_equalTheModel() throws {
        for seed in 1...12 as ClosedRange<UInt64> {
            for pageSize in [512, 4096] { try run(seed: seed, pageSize: pageSize) }
        }
    }

    private func run(seed: UInt64, pageSize: Int) throws {
        var random = SeededGenerator(seed: seed)
        var tree = makeTree(pageSize: pageSize)
        var model: [IntegerKey] = []
        // Narrow, wide and mixed leaves; few and many equal pairs.
        let spread = [3, 50, 5_000][random.below(3)]
        let offset: UInt64 = [0, 1 << 63, 1 << 40][random.below(3)]
        func key() -> IntegerKey {
            let low = random.below(20) == 0 ? UInt64(random.below(spread)) | 1 << 63 : UInt64(random.below(spread))
            return IntegerKey(offset &+ UInt64(random.below(spread)), low)
        }
        for step in 0..<3_000 {
            let key = key()
            let place = model.firstIndex { !($0 < key) } ?? model.count
            let isThere = place < model.count && model[place] == key
            switch random.below(10) {
            case 0...3:
                try tree.insert(key)
                model.insert(key, at: place)
            case 4...5:
                try tree.insertLater(key)
                model.insert(key, at: place)
            case 6:
                XCTAssertEqual(try tree.remove(key), isThere, "seed \(seed)")
                if isThere { model.remove(at: place) }
            case 7 where isThere:
                try tree.removeLater(key)
                model.remove(at: place)
            case 8:
                XCTAssertEqual(try tree.contains(key), isThere, "seed \(seed)")
            default:
                XCTAssertEqual(try tree.rank(of: key), UInt64(place), "seed \(seed)")
                XCTAssertEqual(try tree.count(high: key.high), model.count { $0.high == key.high }, "seed \(seed)")
            }
            if step % 500 == 499 { try compare(&tree, model, seed) }
        }
        for key in model.shuffled(using: &random) { XCTAssertTrue(try tree.remove(key), "seed \(seed)") }
        XCTAssertEqual(try tree.count(), 0)
        XCTAssertTrue(tree.root.reference.isNone)
    }

    private func compare(_ tree: inout PairsTree, _ model: [IntegerKey], _ seed: UInt64) throws {
        var walked: [IntegerKey] = []
        try tree.forEach(from: IntegerKey(0)) { pair throws(StorageError) in
            walked.append(pair)
            return true
        }
        XCTAssertEqual(walked, model, "seed \(seed)")
        XCTAssertEqual(try tree.count(), model.count, "seed \(seed)")
    }
}
