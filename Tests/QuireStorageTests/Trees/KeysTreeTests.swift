// Keys trees against a sorted array, over page sizes and families of keys.

import XCTest

@testable import QuireStorage

final class KeysTreeTests: XCTestCase {
    private func makeSpace(_ pageSize: Int) -> PageSpace {
        let space = PageSpace(file: PageFile(pageSize: pageSize))
        space.beginWriting()
        return space
    }

    private func makeTree(_ pageSize: Int) -> KeysTree {
        KeysTree(space: makeSpace(pageSize), id: TreeID(7), root: .empty)
    }

    private func randomValue(_ random: inout KeysRandom) -> UInt64 {
        switch random.below(40) {
        case 0: random.next()
        case 1: UInt64(random.below(1000)) | 1 << 63
        default: UInt64(random.below(1 << 20))
        }
    }

    // MARK: Random operations

    func testRandomOperations_everyFamilyAndPageSize_matchSortedArray() throws {
        for pageSize in [512, 4096, 65536] {
            for (number, family) in KeysFamily.allCases.enumerated() {
                let seed = UInt64(pageSize + number)
                let operations = pageSize == 512 ? 6000 : 8000
                let largest = try runRandom(family, pageSize: pageSize, seed: seed, operations: operations)
                XCTAssertGreaterThan(largest, 100, "\(family), page size \(pageSize)")
            }
        }
    }

    /// Tells how many keys the tree had when it had most of them, of what was compared.
    private func runRandom(_ family: KeysFamily, pageSize: Int, seed: UInt64, operations: Int) throws -> Int {
        let message = "\(family), page size \(pageSize), seed \(seed)"
        var random = KeysRandom(state: seed)
        var tree = makeTree(pageSize)
        var model = KeysModel()
        var largest = 0
        // Grows, then shrinks to nothing.
        for step in 0..<operations {
            let isGrowing = step < operations / 2
            let key = family.key(&random, pageSize: pageSize)
            let value = randomValue(&random)
            switch random.below(10) {
            case 0: XCTAssertEqual(try tree.set(key, value), model.set(key, value), message)
            case 1: XCTAssertEqual(try tree.replace(key, value), model.replace(key, value), message)
            case 2: XCTAssertEqual(try tree.find(key), model.find(key), message)
            case 3: XCTAssertEqual(try tree.remove(key), model.remove(key), message)
            default:
                if isGrowing {
                    XCTAssertEqual(try tree.insert(key, value), model.insert(key, value), message)
                } else if let existing = model.keys.randomElement(using: &random) {
                    XCTAssertEqual(try tree.remove(existing), model.remove(existing), message)
                }
            }
            largest = max(largest, model.keys.count)
            if step % 997 == 0 { try KeysWalker(tree).check(model, message) }
        }
        try KeysWalker(tree).check(model, message)
        try checkOrder(tree, model, &random, family, message)
        for key in model.keys.shuffled(using: &random) {
            XCTAssertEqual(try tree.remove(key), model.remove(key), message)
        }
        XCTAssertTrue(tree.isEmpty, message)
        XCTAssertEqual(tree.space.dirtyByteCount, 0, "all nodes are freed: \(message)")
        return largest
    }

    private func checkOrder(
        _ tree: KeysTree, _ model: KeysModel, _ random: inout KeysRandom, _ family: KeysFamily, _ message: String
    ) throws {
        XCTAssertEqual(try tree.smallest()?.key, model.keys.first, message)
        XCTAssertEqual(try tree.largest()?.key, model.keys.last, message)
        XCTAssertNil(try tree.entry(at: tree.count), message)
        for _ in 0..<100 {
            let key = family.key(&random, pageSize: tree.space.pageSize)
            let (index, isFound) = model.position(key)
            XCTAssertEqual(try tree.find(key), isFound ? model.values[index] : nil, message)
            XCTAssertEqual(try tree.rank(of: key), UInt64(index), message)
            var seen: [[UInt8]] = []
            try key.withView { view throws(StorageError) in
                try tree.forEach(from: view) { key, _ throws(StorageError) in
                    seen.append(key.array)
                    return seen.count < 40
                }
            }
            XCTAssertEqual(seen, Array(model.keys[index...].prefix(40)), message)
            if !model.keys.isEmpty {
                let rank = random.below(model.keys.count)
                let entry = try XCTUnwrap(try tree.entry(at: UInt64(rank)))
                XCTAssertEqual(entry.key, model.keys[rank], message)
                XCTAssertEqual(entry.value, model.values[rank], message)
            }
        }
    }

    // MARK: Marks

    func testRollback_afterRandomChanges_bringsBackTreeAtMark() throws {
        for pageSize in [512, 4096] {
            let seed = UInt64(9000 + pageSize)
            var random = KeysRandom(state: seed)
            var tree = makeTree(pageSize)
            var model = KeysModel()
            for round in 0..<60 {
                let mark = tree.space.mark()
                let savedRoot = tree.root
                let savedModel = model
                for _ in 0..<random.below(300) {
                    let key = KeysFamily.mixed.key(&random, pageSize: pageSize)
                    let value = randomValue(&random)
                    if random.below(3) == 0 {
                        XCTAssertEqual(try tree.remove(key), model.remove(key), "seed \(seed)")
                    } else {
                        XCTAssertEqual(try tree.set(key, value), model.set(key, value), "seed \(seed)")
                    }
                }
                if random.below(2) == 0 {
                    tree.space.rollback(to: mark)
                    tree.root = savedRoot
                    model = savedModel
                } else {
                    tree.space.release(mark)
                }
                try KeysWalker(tree).check(model, "round \(round), seed \(seed)")
            }
        }
    }

    /// A cursor is valid until the tree changes: finding keys changes nothing.
    func testCursor_keepsItsPlace_whileKeysAreFound() throws {
        var tree = makeTree(512)
        let keys = (0..<2_000).map { number in Array("key \(100_000 + number)".utf8) }
        for (number, key) in keys.enumerated() { _ = try tree.set(key, UInt64(number)) }
        XCTAssertGreaterThan(tree.root.height, 2)
        var cursor = KeysCursor(tree)
        XCTAssertTrue(try cursor.toFirst())
        for number in 0..<2_000 {
            XCTAssertEqual(cursor.value, UInt64(number))
            let other = (number * 977 + 500) % 2_000
            let found = try keys[other].withView { key throws(StorageError) in try tree.findInOrder(key) }
            XCTAssertEqual(found, UInt64(other))
            XCTAssertEqual(try cursor.toNext(), number < 1_999)
        }
    }
}
