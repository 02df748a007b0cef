// Single fields of a file that only somebody who knows the format can have changed, and what comes of them.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class ForgedFieldTests: XCTestCase {
    private static let classes = [
        ClassDefinition(
            name: "Owner",
            columns: [
                ColumnDefinition(name: "key", type: .int64),
                ColumnDefinition(name: "items", type: .list, elementType: .link, target: "Item"),
            ], primaryKey: 0),
        ClassDefinition(
            name: "Item",
            columns: [
                ColumnDefinition(name: "key", type: .text), ColumnDefinition(name: "count", type: .int8),
            ], primaryKey: 0),
    ]
    private static let items = 1

    private func open(_ bytes: [UInt8]) throws -> Session {
        var options = Database.Options()
        options.pageSize = 4096
        let file = try MemoryFile(name: "forged", bytes: bytes)
        return try Session(
            database: try Database.open(storage: file, options, system: SimulatedSystem(seed: 1)))
    }

    private func open(empty: MemoryFile) throws -> Session {
        var options = Database.Options()
        options.pageSize = 4096
        return try Session(
            database: try Database.open(storage: empty, options, system: SimulatedSystem(seed: 1)))
    }

    /// 3,000 items; owner 1 has a short list and owner 2 a long one, both with two ghosts in them.
    private func makeFile() throws -> (file: ForgedFile, owner: StoredClass, item: StoredClass) {
        let file = MemoryFile(name: "original")
        let session = try open(empty: file)
        try session.beginWrite()
        try session.adopt(Self.classes)
        let owners = try XCTUnwrap(session.table("Owner"))
        let items = try XCTUnwrap(session.table("Item"))
        for number in 0..<3_000 { _ = try items.insert(key: .text("item \(number)")) }
        let ghosts = try (0..<2).map { Value.link(try items.findOrReserve(key: .text("ghost \($0)"))) }
        for count in [2, 300] {
            let owner = try owners.insert(key: .int(Int64(count)))
            let links = (1...UInt64(count)).map { Value.link(RowID($0)) }
            try owners.listInsert(owner, Self.items, at: 0, [links[0]] + ghosts + links[1...])
        }
        try session.commit()
        let stored = (owners.stored, items.stored)
        session.unpin()
        XCTAssertEqual(try FileCheck.run(session.database).problems.map(\.message), [])
        return (try ForgedFile(file.bytes), stored.0, stored.1)
    }

    /// Opens the file, and gives what its use throws; the check of the file must find something too.
    private func damage(_ file: ForgedFile, _ body: (Session, Table, Table) throws -> Void) throws -> StorageError? {
        let session = try open(file.bytes)
        XCTAssertFalse(try FileCheck.run(session.database).problems.isEmpty)
        do {
            try session.beginWrite()
            try body(session, try XCTUnwrap(session.table("Owner")), try XCTUnwrap(session.table("Item")))
            session.rollback()
            return nil
        } catch let error as StorageError {
            session.rollback()
            return error
        }
    }

    // MARK: Ghosts

    func testGhost_withLinksBeyondCounting_isDamaged() throws {
        for count in [1 << 63, UInt64.max, 1 << 48] as [UInt64] {
            let (made, _, item) = try makeFile()
            var file = made
            try file.change(try XCTUnwrap(file.pages(of: item.ghosts, .columnLeaf).first)) { node in
                ColumnLeaf.setBits(node, ColumnLeaf.entry(node, 2), width: 8, 0, count)
            }
            XCTAssertEqual(try damage(file) { _, _, items in _ = try items.ghosts() }?.code, .damaged)
            XCTAssertEqual(try damage(file) { _, owners, _ in try owners.delete(RowID(1)) }?.code, .damaged)
        }
    }

    func testKey_ofAGhostThatDoesNotExist_isDamaged() throws {
        let (made, _, item) = try makeFile()
        var file = made
        var text = ""
        try file.change(try XCTUnwrap(file.pages(of: item.keys, .keysLeaf).first)) { node in
            let leaf = KeysLeaf(node, byteCount: 4096)
            text = String(decoding: leaf.block.key(0), as: UTF8.self)
            var run = KeysRun(byteCount: 4096)
            let copy = ZeroedBuffer(byteCount: 4096)
            copy.node.copy(from: node, at: 0, to: 0, byteCount: 4096)
            let old = KeysLeaf(copy.node, byteCount: 4096)
            try leaf.block.key(0).withView { key throws(StorageError) in
                run.append(key, 5_000 | PrimaryKeyIndex.ghostBit)
                run.append(old, 1..<min(old.count, 100))
                guard let shape = run.shape(of: 0..<run.count) else { return XCTFail("they fit") }
                run.write(0..<run.count, shape, to: node, buffer: KeyBuffer(pageSize: 4096))
            }
        }
        let error = try damage(file) { _, _, items in _ = try items.insert(key: .text(text)) }
        XCTAssertEqual(error?.code, .damaged)
    }

    // MARK: Rows

    func testNextRow_thatExistsOrIsImpossible_isDamaged() throws {
        for next in [0, 1, 2_000, 1 << 60] as [UInt64] {
            let (made, _, item) = try makeFile()
            var file = made
            try file.change(try XCTUnwrap(file.pages(of: SystemLayout.directoryTree, .columnLeaf).first)) { node in
                let slot = try XCTUnwrap(ColumnLeaf.slot(node, of: UInt64(item.groups[0].rawValue)))
                ColumnLeaf.setBits(node, ColumnLeaf.entry(node, 3), width: 8, slot, next)
            }
            let error = try damage(file) { _, _, items in _ = try items.insert(key: .text("new")) }
            XCTAssertEqual(error?.code, .damaged, "\(next)")
        }
    }

    func testLastRow_thatIsNotWhereItBelongs_endsTheRemovalOfAll() throws {
        let (made, _, item) = try makeFile()
        var file = made
        try file.change(try XCTUnwrap(file.pages(of: item.groups[0], .integerInner).first)) { node in
            node.setU64(NodeHeader.byteCount + 8 * (node.count - 1), 1 << 40)
        }
        XCTAssertEqual(try damage(file) { _, _, items in try items.deleteAll() }?.code, .damaged)
    }

    // MARK: Classes

    func testDefault_ofAnotherTypeThanItsColumn_isDamaged() throws {
        let defaults: [Value] = [
            .text("longer than what a cell holds itself"), .data([1]), .bool(true), .double(1), .uuid(1, 2),
        ]
        for value in defaults {
            let (made, _, item) = try makeFile()
            var file = made
            var forged = item
            forged.columns[1].definition.defaultValue = value
            try file.change(try XCTUnwrap(file.pages(of: SystemLayout.classesTree, .columnLeaf).first)) { node in
                let cell = ColumnLeaf.cellOffset(ColumnLeaf.entry(node, 1), Int(item.id.rawValue))
                let isStored = try forged.encoded().withView { ColumnLeaf.setCell(node, at: cell, $0) }
                XCTAssertTrue(isStored)
            }
            let session = try open(file.bytes)
            XCTAssertThrowsError(try session.pin(), "\(value)") { error in
                XCTAssertEqual((error as? StorageError)?.code, .damaged)
            }
        }
    }

    // MARK: Lists

    func testLongList_withMoreGhostsThanElements_isDamaged() throws {
        let (made, owner, _) = try makeFile()
        var file = made
        try file.change(try XCTUnwrap(file.pages(of: owner.groups[0], .columnLeaf).first)) { node in
            let cell = ColumnLeaf.cellOffset(ColumnLeaf.entry(node, 1), 1)
            XCTAssertEqual(node.u8(cell + 15), ColumnLeaf.treeCell)
            node.setU32(cell + 8, 303)
        }
        let error = try damage(file) { _, owners, _ in _ = try owners.listCount(RowID(2), Self.items) }
        XCTAssertEqual(error?.code, .damaged)
    }

    func testLongList_thatLeadsToRows_isNoList() throws {
        let (made, owner, item) = try makeFile()
        var file = made
        let rows = try XCTUnwrap(file.pages(of: item.groups[0], .columnLeaf).first)
        let tag = (0..<4).reduce(UInt32(0)) { $0 | UInt32(file.bytes[rows * 4096 + $1]) << UInt32(8 * $1) }
        try file.change(try XCTUnwrap(file.pages(of: owner.groups[0], .columnLeaf).first)) { node in
            let reference = NodeReference(page: PageNumber(UInt32(rows)), tag: tag)
            node.setU64(ColumnLeaf.cellOffset(ColumnLeaf.entry(node, 1), 1), reference.rawValue)
        }
        XCTAssertThrowsError(try FileStatistics.read(try open(file.bytes).database)) { error in
            XCTAssertEqual((error as? StorageError)?.code, .damaged)
        }
        let error = try damage(file) { _, owners, _ in _ = try owners.listValues(RowID(2), Self.items) }
        XCTAssertEqual(error?.code, .damaged)
    }

    func testLists_thatCountTheirGhostsWrongly_areDamaged() throws {
        for ghosts in [1, 0, 3] as [UInt32] {
            let (made, owner, _) = try makeFile()
            var file = made
            try file.change(try XCTUnwrap(file.pages(of: owner.groups[0], .columnLeaf).first)) { node in
                let short = ColumnLeaf.cellOffset(ColumnLeaf.entry(node, 1), 0)
                node.setU32(Int(node.u32(short)) + 4, ghosts)
                node.setU32(ColumnLeaf.cellOffset(ColumnLeaf.entry(node, 1), 1) + 8, ghosts)
            }
            for row in [1, 2] as [UInt64] {
                if ghosts > 0 {
                    let error = try damage(file) { _, owners, _ in
                        let count = try owners.listCount(RowID(row), Self.items)
                        try owners.listSet(RowID(row), Self.items, at: max(count - 1, 0), .link(RowID(9)))
                    }
                    XCTAssertEqual(error?.code, .damaged, "\(ghosts) ghosts in list \(row)")
                }
                let error = try damage(file) { _, _, items in _ = try items.removeGhosts() }
                XCTAssertEqual(error?.code, ghosts < 2 ? .damaged : nil, "\(ghosts) ghosts in list \(row)")
            }
        }
    }
}
