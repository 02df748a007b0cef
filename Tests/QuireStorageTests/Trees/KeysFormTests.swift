// The forms of a leaf, how full nodes are, and the edges of what a keys tree accepts.

import XCTest

@testable import QuireStorage

final class KeysFormTests: XCTestCase {
    private func makeTree(_ pageSize: Int = 4096) -> KeysTree {
        let space = PageSpace(file: PageFile(pageSize: pageSize))
        space.beginWriting()
        return KeysTree(space: space, id: TreeID(3), root: .empty)
    }

    private func onlyLeaf(_ tree: KeysTree) throws -> KeysLeaf {
        XCTAssertEqual(tree.root.height, 1)
        return KeysLeaf(try tree.space.node(tree.root.reference), byteCount: tree.space.pageSize)
    }

    // MARK: Fill

    func testInsert_ascending_fillsLeavesToTheBrim() throws {
        for pageSize in [512, 4096, 65536] {
            var tree = makeTree(pageSize)
            let count = pageSize * 3
            for number in 0..<count { XCTAssertTrue(try tree.insert(KeysFamily.numbered(number), UInt64(number))) }
            let walker = try KeysWalker(tree)
            XCTAssertEqual(walker.keys, (0..<count).map(KeysFamily.numbered))
            XCTAssertEqual(walker.fixedLeafCount, walker.leafFill.count)
            for fill in walker.leafFill.dropLast() { XCTAssertGreaterThan(fill, pageSize - 12 - 8) }
            // Twelve bytes an entry.
            XCTAssertLessThanOrEqual(walker.leafFill.count, count * 12 / (pageSize - 208) + 1)
        }
    }

    func testInsert_ascendingLongKeys_fillsGeneralLeaves() throws {
        var tree = makeTree()
        for number in 0..<5000 {
            let key = KeysFamily.numbered(number) + Array(repeating: UInt8(number % 7), count: number % 30)
            XCTAssertTrue(try tree.insert(key, UInt64(number)))
        }
        let fill = try KeysWalker(tree).leafFill.dropLast()
        XCTAssertGreaterThan(fill.reduce(0, +), fill.count * 4096 * 15 / 16)
    }

    func testInsert_shuffled_leavesAboutTwoThirdsFull() throws {
        var random = KeysRandom(state: 5)
        var tree = makeTree()
        for number in (0..<20_000).shuffled(using: &random) {
            XCTAssertTrue(try tree.insert(KeysFamily.numbered(number), UInt64(number)))
        }
        let fill = try KeysWalker(tree).leafFill
        XCTAssertGreaterThan(fill.reduce(0, +), fill.count * 4096 * 6 / 10)
    }

    func testRemove_mostKeys_joinsLeavesAndInnerNodes() throws {
        for pageSize in [512, 4096] {
            var random = KeysRandom(state: 6)
            var tree = makeTree(pageSize)
            for number in 0..<20_000 { XCTAssertTrue(try tree.insert(KeysFamily.numbered(number), UInt64(number))) }
            let height = tree.root.height
            for number in (0..<20_000).shuffled(using: &random).dropLast(400) {
                XCTAssertEqual(try tree.remove(KeysFamily.numbered(number)), UInt64(number))
            }
            let walker = try KeysWalker(tree)
            XCTAssertEqual(walker.keys.count, 400)
            XCTAssertGreaterThanOrEqual(walker.leafFill.reduce(0, +), walker.leafFill.count * pageSize / 3)
            XCTAssertLessThan(tree.root.height, height + (pageSize == 512 ? 0 : 1))
        }
    }

    // MARK: Forms

    func testLeaf_keyOfOtherLength_turnsGeneralAndBackOnRewrite() throws {
        var tree = makeTree()
        for number in 0..<100 { XCTAssertTrue(try tree.insert(KeysFamily.numbered(number), UInt64(number))) }
        XCTAssertTrue(try onlyLeaf(tree).block.isFixed)
        XCTAssertTrue(try tree.insert(Array("I00000050 and more".utf8), 7))
        XCTAssertFalse(try onlyLeaf(tree).block.isFixed)
        XCTAssertEqual(try tree.find(Array("I00000050 and more".utf8)), 7)
        XCTAssertEqual(try tree.remove(Array("I00000050 and more".utf8)), 7)
        for number in 100..<1000 { XCTAssertTrue(try tree.insert(KeysFamily.numbered(number), UInt64(number))) }
        let walker = try KeysWalker(tree)
        XCTAssertGreaterThan(walker.fixedLeafCount, 1)
        XCTAssertEqual(walker.keys, (0..<1000).map(KeysFamily.numbered))
    }

    func testLeaf_valuesOfOneRegion_takeFourBytesEach() throws {
        var tree = makeTree()
        let base: UInt64 = 5 << 48
        for number in 0..<200 {
            XCTAssertTrue(try tree.insert(KeysFamily.numbered(number), base + UInt64(number * 1000)))
        }
        XCTAssertFalse(try onlyLeaf(tree).isWide)
        XCTAssertEqual(try tree.find(KeysFamily.numbered(150)), base + 150_000)
        XCTAssertEqual(try tree.replace(KeysFamily.numbered(3), 1 << 63 | 9), base + 3000)
        XCTAssertTrue(try onlyLeaf(tree).isWide)
        XCTAssertEqual(try tree.find(KeysFamily.numbered(3)), 1 << 63 | 9)
        XCTAssertEqual(try tree.find(KeysFamily.numbered(150)), base + 150_000)
    }

    func testReplace_wideValueInFullNarrowLeaf_splits() throws {
        var tree = makeTree()
        for number in 0..<320 { XCTAssertTrue(try tree.insert(KeysFamily.numbered(number), UInt64(number))) }
        XCTAssertEqual(tree.root.height, 1)
        XCTAssertEqual(try tree.set(KeysFamily.numbered(100), .max), 100)
        XCTAssertEqual(tree.root.height, 2)
        XCTAssertEqual(tree.count, 320)
        let walker = try KeysWalker(tree)
        XCTAssertEqual(walker.values[100], .max)
        XCTAssertEqual(walker.keys, (0..<320).map(KeysFamily.numbered))
    }

    func testInsert_keyThatSharesNothingWithFullLeaf_getsLeafOfItsOwn() throws {
        for stranger in ["A", "z"] {
            var tree = makeTree()
            let prefix = Array(repeating: UInt8(ascii: "p"), count: 400)
            for number in 0..<280 {
                XCTAssertTrue(try tree.insert(prefix + KeysFamily.digits(number, count: 8), UInt64(number)))
            }
            let height = tree.root.height
            XCTAssertTrue(try tree.insert(Array(stranger.utf8), 1))
            let walker = try KeysWalker(tree)
            XCTAssertEqual(height, 1)
            XCTAssertEqual(walker.leafFill.count, 2)
            XCTAssertEqual(walker.keys.count, 281)
        }
    }

    // MARK: Edges

    func testKeys_thatAreBeginningsOfEachOther_areApart() throws {
        let keys: [[UInt8]] = [
            [], [0], [0, 0], [97], [97, 0], [97, 0, 0], [97, 0, 0, 0, 0, 0, 0, 0], [97, 0, 0, 0, 0, 0, 0, 0, 0],
            [97, 0, 0, 0, 0, 0, 0, 0, 0, 0], [97, 1], [255], [255, 255], Array(repeating: 255, count: 8),
            Array(repeating: 255, count: 9), Array(repeating: 255, count: 10),
        ]
        var random = KeysRandom(state: 8)
        for _ in 0..<50 {
            var tree = makeTree()
            let present = keys.filter { _ in random.below(2) == 0 }
            for key in present.shuffled(using: &random) { XCTAssertTrue(try tree.insert(key, UInt64(key.count))) }
            for key in present { XCTAssertFalse(try tree.insert(key, 99)) }
            for key in keys {
                XCTAssertEqual(try tree.find(key), present.contains(key) ? UInt64(key.count) : nil)
                XCTAssertEqual(try tree.rank(of: key), UInt64(present.filter { KeysModel.isLess($0, key) }.count))
            }
            XCTAssertEqual(try KeysWalker(tree).keys, present)
        }
    }

    func testInsert_keyOverLimit_isRefused() throws {
        for pageSize in [512, 4096, 65536] {
            var tree = makeTree(pageSize)
            let limit = KeysTree.maximumKeyLength(pageSize: pageSize)
            XCTAssertTrue(try tree.insert([UInt8](repeating: 1, count: limit), 1))
            for operation in 0..<2 {
                let key = [UInt8](repeating: 1, count: limit + 1)
                XCTAssertThrowsError(operation == 0 ? try tree.insert(key, 2) : try tree.set(key, 2) != nil) { error in
                    XCTAssertEqual((error as? StorageError)?.code, .valueOutOfRange)
                }
                XCTAssertNil(try tree.find(key))
                XCTAssertNil(try tree.remove(key))
                XCTAssertNil(try tree.replace(key, 1))
            }
            XCTAssertEqual(try KeysWalker(tree).values, [1])
        }
    }

    func testRemoveAll_ofDeepTree_freesEveryNode() throws {
        var tree = makeTree(512)
        try tree.removeAll()
        for number in 0..<5000 { XCTAssertTrue(try tree.insert(KeysFamily.numbered(number), UInt64(number))) }
        XCTAssertGreaterThan(tree.root.height, 2)
        try tree.removeAll()
        XCTAssertEqual(tree.root, .empty)
        XCTAssertEqual(tree.space.dirtyByteCount, 0)
        XCTAssertTrue(try tree.insert([1], 1))
        XCTAssertEqual(try KeysWalker(tree).keys, [[1]])
    }

    func testCursor_movesBothWaysAndSeeks() throws {
        var tree = makeTree(512)
        var cursor = KeysCursor(tree)
        XCTAssertFalse(try cursor.toFirst())
        XCTAssertFalse(try cursor.toLast())
        XCTAssertFalse(try cursor.toNext())
        for number in 0..<2000 { XCTAssertTrue(try tree.insert(KeysFamily.numbered(2 * number), UInt64(number))) }
        cursor = KeysCursor(tree)
        var values: [UInt64] = []
        var isInside = try cursor.toLast()
        while isInside {
            values.append(cursor.value)
            isInside = try cursor.toPrevious()
        }
        XCTAssertEqual(values, (0..<2000).reversed())
        XCTAssertFalse(try cursor.toNext())
        for number in 0..<2000 {
            // Now a key that is there, now one before it.
            let key = KeysFamily.numbered(max(0, 2 * number - 1 + number % 2))
            let found = try key.withView { view throws(StorageError) in try cursor.seek(view) }
            XCTAssertTrue(found)
            XCTAssertEqual(cursor.value, UInt64(number))
            XCTAssertEqual(cursor.key.array, KeysFamily.numbered(2 * number))
            XCTAssertEqual(try cursor.toNext(), number < 1999)
            guard number < 1999 else { continue }
            XCTAssertEqual(cursor.value, UInt64(number + 1))
            XCTAssertTrue(try cursor.toPrevious())
            XCTAssertEqual(cursor.value, UInt64(number))
        }
        XCTAssertFalse(try [UInt8(ascii: "J")].withView { view throws(StorageError) in try cursor.seek(view) })
    }

    func testAppend_betweenOtherChanges_staysInOrder() throws {
        let seed: UInt64 = 12
        var random = KeysRandom(state: seed)
        var tree = makeTree(512)
        var other = KeysTree(space: tree.space, id: TreeID(4), root: .empty)
        var model = KeysModel()
        for number in 0..<6000 {
            XCTAssertTrue(try tree.insert(KeysFamily.numbered(number), UInt64(number)))
            _ = model.insert(KeysFamily.numbered(number), UInt64(number))
            guard random.below(5) == 0 else { continue }
            let key = KeysFamily.numbered(max(0, number - random.below(200)))
            switch random.below(6) {
            case 0: XCTAssertEqual(try tree.remove(key), model.remove(key), "seed \(seed)")
            case 1: XCTAssertEqual(try tree.set(key, .max), model.set(key, .max), "seed \(seed)")
            case 2: XCTAssertEqual(try tree.insert(key + [0], 5), model.insert(key + [0], 5), "seed \(seed)")
            case 3: XCTAssertEqual(try tree.find(key), model.find(key), "seed \(seed)")
            case 4: XCTAssertFalse(try tree.insert(model.keys[model.keys.count - 1], 5), "seed \(seed)")
            default: _ = try other.set(key, 1)
            }
        }
        try KeysWalker(tree).check(model, "seed \(seed)")
        _ = try KeysWalker(other)
    }
}
