// Nodes that are sound in themselves and stand where another kind or level belongs: every way through a tree notices.

import XCTest

@testable import QuireStorage

final class TreePlaceTests: XCTestCase {
    private var pages: SealedPages!
    private let id = TreeID(20)
    private var space: PageSpace { pages.space }

    override func setUpWithError() throws { pages = try SealedPages() }

    // MARK: Nodes

    private func pairsLeaf(_ keys: [IntegerKey]) throws -> NodeReference {
        try pages.add(.pairsLeaf, level: 0) { PairsLeaf.write($0, keys[...], byteCount: pages.pageSize) }
    }

    /// Keys of one byte each.
    private func keysLeaf(_ keys: UInt8...) throws -> NodeReference {
        try pages.add(.keysLeaf, level: 0) { node in
            try keys.withView { view throws(StorageError) in
                var run = KeysRun(byteCount: pages.pageSize)
                for index in keys.indices { run.append(view.slice(index, 1), 1) }
                guard let shape = run.shape(of: 0..<run.count) else { return XCTFail("they fit") }
                run.write(0..<run.count, shape, to: node, buffer: KeyBuffer(pageSize: pages.pageSize))
            }
        }
    }

    private let layout = LeafLayout(
        number: 1, columns: [LeafLayout.Column(number: 0, type: .bool, hasNulls: false)])

    /// A leaf that may count more than a leaf of pairs or an inner node can hold.
    private func columnLeaf(_ count: Int, from first: UInt64 = 1) throws -> NodeReference {
        try pages.add(.columnLeaf, level: 0) { node in
            layout.initialize(node, capacity: 300, form: .dense, byteCount: pages.pageSize)
            for row in first..<first + UInt64(count) { XCTAssertNotNil(ColumnLeaf.insertRow(node, row)) }
        }
    }

    private func inner<Inner: InnerLayout>(
        _: Inner.Type, level: Int, _ children: [(key: Inner.Key, reference: NodeReference, count: UInt64)]
    ) throws -> NodeReference {
        let entries = children.map { ChildEntry(key: $0.key, reference: $0.reference, count: $0.count) }
        return try pages.add(Inner.kind, level: level) { node in
            XCTAssertTrue(Inner.replace(node, 0..<0, with: entries, byteCount: pages.pageSize))
        }
    }

    private func assertDamaged(_ name: String, _ body: () throws -> Void) {
        XCTAssertThrowsError(try body(), name) { error in
            XCTAssertEqual((error as? StorageError)?.code, .damaged, "\(name): \(error)")
        }
    }

    // MARK: Leaves

    func testLeafOfAnotherKind_isNoticedByEveryCallOfAPairsTree() throws {
        let key = IntegerKey(200, 5)
        let calls: [(String, (inout PairsTree) throws -> Void)] = [
            ("rank", { _ = try $0.rank(of: key) }), ("pair", { _ = try $0.pair(at: 250) }),
            ("first", { _ = try $0.first(high: 200) }), ("contains", { _ = try $0.contains(key) }),
            ("count", { _ = try $0.count(high: 200) }), ("index", { _ = try $0.pair(high: 200, at: 1) }),
            ("forEach", { try $0.forEach(from: key) { _ in true } }), ("insert", { try $0.insert(key) }),
            ("remove", { _ = try $0.remove(key) }), ("removeAll", { try $0.removeAll() }),
            (
                "later",
                {
                    try $0.insertLater(key)
                    try $0.applyWaiting()
                }
            ),
        ]
        for (name, call) in calls {
            let leaf = try columnLeaf(290)
            var tree = PairsTree(
                space: space, id: id, root: TreeRoot(reference: leaf, count: 290, height: 1))
            assertDamaged(name) { try call(&tree) }
        }
    }

    func testNeighbourOfAnotherKind_isNoticedBeforeALeafIsJoinedWithIt() throws {
        let left = try pairsLeaf([IntegerKey(1, 1), IntegerKey(2, 1)])
        let root = try inner(
            IntegerInner.self, level: 1, [(IntegerKey(0), left, 2), (IntegerKey(9), try columnLeaf(290), 290)])
        var tree = PairsTree(space: space, id: id, root: TreeRoot(reference: root, count: 292, height: 2))
        assertDamaged("join") { _ = try tree.remove(IntegerKey(1, 1)) }
    }

    func testNeighbours_outOfOrder_areNotJoined() throws {
        let left = try pairsLeaf([IntegerKey(1 << 50, 1), IntegerKey(1 << 50, 2)])
        let right = try pairsLeaf([IntegerKey(1 << 40, 1)])
        let root = try inner(IntegerInner.self, level: 1, [(IntegerKey(0), left, 2), (IntegerKey(1 << 51), right, 1)])
        var pairs = PairsTree(space: space, id: id, root: TreeRoot(reference: root, count: 3, height: 2))
        assertDamaged("pairs") { _ = try pairs.remove(IntegerKey(1 << 50, 1)) }

        let keyRoot = try inner(
            BytesInner.self, level: 1, [([], try keysLeaf(5, 6), 2), ([7], try keysLeaf(2), 1)])
        var keys = KeysTree(space: space, id: id, root: TreeRoot(reference: keyRoot, count: 3, height: 2))
        assertDamaged("keys") { _ = try [5].withView { key throws(StorageError) in try keys.remove(key) } }

        let leaves = [try columnLeaf(4, from: 100), try columnLeaf(4)]
        let rowRoot = try inner(
            IntegerInner.self, level: 1, [(IntegerKey(0), leaves[0], 4), (IntegerKey(110), leaves[1], 4)])
        var rows = ColumnTree(
            space: space, id: id, root: TreeRoot(reference: rowRoot, count: 8, height: 2), layout: layout)
        assertDamaged("rows") { _ = try rows.remove(101) }
    }

    /// A neighbour says that it has the newest layout, and lacks a column whose default would need room.
    func testNeighbour_withoutAColumnOfItsLayout_isNotJoined() throws {
        let text = LeafLayout.Column(
            number: 1, type: .text, hasNulls: false, defaultValue: .text(String(repeating: "d", count: 400)))
        let wide = LeafLayout(number: 2, columns: layout.columns + [text])
        let left = try pages.add(.columnLeaf, level: 0) { node in
            wide.initialize(node, capacity: 4, form: .dense, byteCount: pages.pageSize)
            for row in 1...2 as ClosedRange<UInt64> { XCTAssertNotNil(ColumnLeaf.insertRow(node, row)) }
        }
        let right = try pages.add(.columnLeaf, level: 0) { node in
            layout.initialize(node, capacity: 4, form: .dense, byteCount: pages.pageSize)
            for row in 10...11 as ClosedRange<UInt64> { XCTAssertNotNil(ColumnLeaf.insertRow(node, row)) }
            node.layout = 2
        }
        let root = try inner(IntegerInner.self, level: 1, [(IntegerKey(0), left, 2), (IntegerKey(10), right, 2)])
        var rows = ColumnTree(
            space: space, id: id, root: TreeRoot(reference: root, count: 4, height: 2), layout: wide)
        assertDamaged("rows") { _ = try rows.remove(1) }
    }

    // MARK: Counts

    /// The nodes above promise fewer entries than there are: a removal takes from nothing.
    func testCountsAboveALeaf_thatAreTooSmall_endAChange() throws {
        let pairs = try pairsLeaf([IntegerKey(1, 1), IntegerKey(1, 2), IntegerKey(1, 3), IntegerKey(1, 4)])
        let rows = try columnLeaf(4)
        for isInner in [false, true] {
            var root = TreeRoot(reference: pairs, count: 0, height: 1)
            var rowsRoot = TreeRoot(reference: rows, count: 0, height: 1)
            if isInner {
                let node = try inner(IntegerInner.self, level: 1, [(IntegerKey(0), pairs, 0)])
                root = TreeRoot(reference: node, count: 4, height: 2)
                rowsRoot.reference = try inner(IntegerInner.self, level: 1, [(IntegerKey(0), rows, 0)])
                rowsRoot.height = 2
                rowsRoot.count = 4
            }
            var tree = PairsTree(space: space, id: id, root: root)
            assertDamaged("pairs") { _ = try tree.remove(IntegerKey(1, 1)) }
            var rowsTree = ColumnTree(space: space, id: id, root: rowsRoot, layout: layout)
            assertDamaged("rows") { _ = try rowsTree.remove(1) }
        }
    }

    /// A rank beyond the count of the tree.
    func testRanks_thatFall_areNoCount() throws {
        let first = try pairsLeaf((0..<40).map { IntegerKey(5, UInt64($0)) })
        let second = try pairsLeaf((0..<40).map { IntegerKey(5, UInt64($0)) })
        let third = try pairsLeaf([IntegerKey(.max, 0)])
        let root = try inner(
            IntegerInner.self, level: 1,
            [(IntegerKey(0), first, 40), (IntegerKey(5), second, 1 << 47), (IntegerKey(6), third, 1)])
        var tree = PairsTree(space: space, id: id, root: TreeRoot(reference: root, count: 0, height: 2))
        _ = try tree.count(high: 5)
        assertDamaged("count") { _ = try tree.count(high: .max) }
        XCTAssertNil(try tree.pair(high: 5, at: .max))
    }

    // MARK: Inner nodes

    func testOnlyChildOfAnotherKind_isNoticedBeforeItBecomesTheRoot() throws {
        let left = try inner(BytesInner.self, level: 1, [([], try keysLeaf(1), 1)])
        let root = try inner(BytesInner.self, level: 2, [([], left, 1), ([9], try columnLeaf(1), 1)])
        var keys = KeysTree(space: space, id: id, root: TreeRoot(reference: root, count: 2, height: 3))
        assertDamaged("collapse") { _ = try [1].withView { key throws(StorageError) in try keys.remove(key) } }
    }

    func testNeighbourOfAnotherLevel_isNoticedBeforeAnInnerNodeIsJoinedWithIt() throws {
        let leaves = try (0..<3).map { (IntegerKey(UInt64($0)), try pairsLeaf([IntegerKey(UInt64($0), 1)]), UInt64(1)) }
        let left = try inner(IntegerInner.self, level: 1, leaves)
        let root = try inner(
            IntegerInner.self, level: 2, [(IntegerKey(0), left, 3), (IntegerKey(9), try columnLeaf(290), 290)])
        var tree = PairsTree(space: space, id: id, root: TreeRoot(reference: root, count: 293, height: 3))
        assertDamaged("join") { _ = try tree.remove(IntegerKey(1, 1)) }
    }

    /// Twelve levels with eight references each to one child: to visit each of them on every way would never end.
    func testSharedChildren_endTheFreeingOfATree() throws {
        var reference = try keysLeaf(1)
        for level in 1...12 {
            let children = (0..<8).map { number in
                (key: number == 0 ? [] : [UInt8(number)], reference: reference, count: UInt64(1))
            }
            reference = try inner(BytesInner.self, level: level, children)
        }
        var keys = KeysTree(space: space, id: id, root: TreeRoot(reference: reference, count: 1, height: 13))
        assertDamaged("free") { try keys.removeAll() }
    }
}
