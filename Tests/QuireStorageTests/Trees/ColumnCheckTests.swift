// Column leaves with right checksums and wrong insides: what the code above relies on is refused at the first touch.

import XCTest

@testable import QuireStorage

final class ColumnCheckTests: XCTestCase {
    private let layout = LeafLayout(
        number: 3,
        columns: [
            LeafLayout.Column(number: 0, type: .text, hasNulls: true),
            LeafLayout.Column(number: 1, type: .int64, hasNulls: false),
            LeafLayout.Column(number: 2, type: .bool, hasNulls: true),
        ])

    private func entry(_ node: Node, _ column: Int) -> UInt64 { ColumnLeaf.entry(node, column) }

    /// Rows 1, 2, 3 and 5, each with a text in the heap; of the dense form slot 3 is dead.
    private func fill(_ node: Node, _ form: ColumnLeaf.Form, byteCount: Int) {
        layout.initialize(node, capacity: 10, form: form, byteCount: byteCount)
        for (index, row) in [1, 2, 3, 5].enumerated() as EnumeratedSequence<[UInt64]> {
            var slot = index
            if form == .positions {
                ColumnLeaf.insertSlots(node, at: index, 1)
            } else if let made = ColumnLeaf.insertRow(node, row) {
                slot = made
            } else {
                XCTFail("there is room")
            }
            let offset = ColumnLeaf.cellOffset(entry(node, 0), slot)
            let isStored = try? "twenty bytes of text".withBytes { ColumnLeaf.setCell(node, at: offset, $0) }
            XCTAssertEqual(isStored, true)
            ColumnLeaf.setNull(node, entry(node, 0), slot, false)
        }
    }

    /// Fails unless the leaf is taken as it is, and refused after the change.
    private func assertRefused(
        _ name: String, _ forms: [ColumnLeaf.Form] = [.dense, .sparse, .positions], _ change: (Node) -> Void
    ) throws {
        for form in forms {
            let pages = try SealedPages()
            let sound = try pages.add(.columnLeaf, level: 0) { fill($0, form, byteCount: pages.pageSize) }
            XCTAssertNoThrow(try pages.file.node(sound), "\(name), \(form)")
            let changed = try pages.add(.columnLeaf, level: 0) { node in
                fill(node, form, byteCount: pages.pageSize)
                change(node)
            }
            XCTAssertThrowsError(try pages.file.node(changed), "\(name), \(form)") { error in
                XCTAssertEqual((error as? StorageError)?.code, .damaged, "\(name), \(form): \(error)")
            }
        }
    }

    func testUnusedSlots_thatAreNotEmpty_areRefused() throws {
        try assertRefused("a cell behind the last slot") { node in
            node.setU8(ColumnLeaf.cellOffset(self.entry(node, 0), 7) + 15, ColumnLeaf.heapCell)
        }
        try assertRefused("a number behind the last slot") { node in
            node.setU64(ColumnLeaf.dataOffset(self.entry(node, 1)) + 8 * 9, 1)
        }
        try assertRefused("a nil behind the last slot") { node in
            ColumnLeaf.setBit(node, ColumnLeaf.nullOffset(self.entry(node, 2)), 6, true)
        }
        try assertRefused("a nil behind the capacity") { node in
            ColumnLeaf.setBit(node, ColumnLeaf.nullOffset(self.entry(node, 2)), 63, true)
        }
        try assertRefused("a number in a dead slot", [.dense]) { node in
            node.setU64(ColumnLeaf.dataOffset(self.entry(node, 1)) + 8 * 3, 1)
        }
        try assertRefused("a nil in a dead slot", [.dense]) { node in
            ColumnLeaf.setBit(node, ColumnLeaf.nullOffset(self.entry(node, 0)), 3, true)
        }
    }

    func testRows_thatAreMiscounted_areRefused() throws {
        try assertRefused("a live slot behind the last one", [.dense]) { node in
            ColumnLeaf.setBit(node, ColumnLeaf.rowsOffset(node), 8, true)
        }
        try assertRefused("a row behind the last one", [.sparse]) { node in
            node.setU32(ColumnLeaf.rowsOffset(node) + 4 * 5, 9)
        }
        try assertRefused("a dead last slot", [.dense]) { node in node.count += 1 }
        try assertRefused("no slot") { node in
            self.layout.initialize(node, capacity: 0, form: ColumnLeaf.form(node), byteCount: 512)
        }
    }

    func testCells_thatShareTheirBytes_areRefused() throws {
        try assertRefused("two cells of one text") { node in
            let first = ColumnLeaf.cellOffset(self.entry(node, 0), 0)
            node.copy(from: node, at: first, to: first + ColumnLeaf.cellByteCount, byteCount: ColumnLeaf.cellByteCount)
            ColumnLeaf.addGarbage(node, 1)
        }
        try assertRefused("garbage that is in use") { node in ColumnLeaf.addGarbage(node, 1) }
    }

    /// The number of a layout in a leaf's header is no proof of its columns, nor of their bitmaps.
    func testLeaf_withoutABitmapOfItsLayout_isRefused() throws {
        let pages = try SealedPages()
        let lacking = LeafLayout(
            number: 3,
            columns: layout.columns.map { LeafLayout.Column(number: $0.number, type: $0.type, hasNulls: false) })
        for (written, isSound) in [(layout, true), (lacking, false)] {
            let leaf = try pages.add(.columnLeaf, level: 0) { node in
                written.initialize(node, capacity: 4, form: .dense, byteCount: pages.pageSize)
                XCTAssertEqual(ColumnLeaf.insertRow(node, 1), 0)
            }
            var tree = ColumnTree(
                space: pages.space, id: TreeID(20), root: TreeRoot(reference: leaf, count: 1, height: 1),
                layout: layout)
            if isSound {
                XCTAssertNotNil(try tree.find(1))
            } else {
                XCTAssertThrowsError(try tree.find(1))
            }
        }
    }

    /// A class record may ask for columns beyond the reach of a leaf's directory, once a leaf of many rows is shown with
    /// them.
    func testOlderLeaf_thatCannotBeShownWithAllColumns_isRefused() throws {
        let pages = try SealedPages()
        let old = LeafLayout(number: 1, columns: [LeafLayout.Column(number: 0, type: .bool, hasNulls: false)])
        let leaf = try pages.add(.columnLeaf, level: 0) { node in
            old.initialize(node, capacity: 4096, form: .dense, byteCount: 16 * pages.pageSize)
            node.setU8(NodeHeader.log2Pages, 4)
            for row in 1...4096 as ClosedRange<UInt64> { XCTAssertNotNil(ColumnLeaf.insertRow(node, row)) }
        }
        let columns = (1..<200).map { LeafLayout.Column(number: $0, type: .text, hasNulls: true) }
        var tree = ColumnTree(
            space: pages.space, id: TreeID(20), root: TreeRoot(reference: leaf, count: 4096, height: 1),
            layout: LeafLayout(number: 200, columns: old.columns + columns))
        XCTAssertThrowsError(try tree.find(1)) { XCTAssertEqual(($0 as? StorageError)?.code, .damaged) }
        tree.close()
    }

    /// Lists in lists would make the depth of a walk as long as the file.
    func testListOfLists_isRefused() throws {
        let pages = try SealedPages()
        let lists = LeafLayout(number: 1, columns: [LeafLayout.Column(number: 0, type: .list, hasNulls: false)])
        for form in [ColumnLeaf.Form.sparse, .positions] {
            let leaf = try pages.add(.columnLeaf, level: 0) { node in
                lists.initialize(node, capacity: 4, form: form, byteCount: pages.pageSize)
                ColumnLeaf.insertSlots(node, at: 0, 1)
            }
            if form == .sparse {
                XCTAssertNoThrow(try pages.file.node(leaf))
            } else {
                XCTAssertThrowsError(try pages.file.node(leaf))
            }
        }
    }

    func testReferences_withoutTheFlagForThem_areRefused() throws {
        let pages = try SealedPages()
        let layout = SystemLayout.directory
        for (flags, isSound) in [(ColumnLeaf.referencesFlag, true), (0, false)] as [(UInt8, Bool)] {
            let reference = try pages.add(.columnLeaf, level: 0) { node in
                layout.initialize(node, capacity: 4, form: .dense, byteCount: pages.pageSize)
                XCTAssertEqual(ColumnLeaf.insertRow(node, 16), 0)
                node.flags = flags
            }
            if isSound {
                XCTAssertNoThrow(try pages.file.node(reference))
            } else {
                XCTAssertThrowsError(try pages.file.node(reference))
            }
        }
    }
}
