// Column trees against dictionaries and arrays.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class ColumnTreeTests: XCTestCase {
    private let layout = LeafLayout(
        number: 4,
        columns: [
            LeafLayout.Column(number: 0, type: .text, hasNulls: true),
            LeafLayout.Column(number: 1, type: .double, hasNulls: false),
            LeafLayout.Column(number: 2, type: .bool, hasNulls: true),
            LeafLayout.Column(number: 3, type: .link, hasNulls: false),
        ])

    private func makeSpace(_ pageSize: Int) -> PageSpace {
        let space = PageSpace(file: PageFile(pageSize: pageSize))
        space.beginWriting()
        return space
    }

    private func set(_ tree: inout ColumnTree, _ row: UInt64, _ column: Int, _ value: Value) throws(StorageError) {
        try tree.setValue(value, column: column, at: .row(row))
    }

    private func get(_ tree: inout ColumnTree, _ row: UInt64, _ column: Int) throws(StorageError) -> Value? {
        guard let (leaf, slot) = try tree.find(row) else { return nil }
        return try tree.value(leaf, column: column, slot)
    }

    func testRows_randomChanges_equalTheModel() throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            for pageSize in [512, 4096] { XCTAssertGreaterThan(try runRows(seed: seed, pageSize: pageSize), 500) }
        }
    }

    private func randomValue(_ column: Int, _ random: inout SeededGenerator) -> Value {
        switch column {
        case 0:
            if random.below(6) == 0 { return .none }
            let length = [0, 5, 15, 16, 40, 100][random.below(6)]
            return .text(String(repeating: Character(UnicodeScalar(UInt8(97 + random.below(26)))), count: length))
        case 1: return .double(Double(random.below(1000)))
        case 2: return random.below(3) == 0 ? .none : .bool(random.below(2) == 0)
        default: return random.below(3) == 0 ? .none : .link(RowID(UInt64(1 + random.below(1000))))
        }
    }

    /// Tells how many rows were compared at the end, before they were all removed.
    private func runRows(seed: UInt64, pageSize: Int) throws -> Int {
        var random = SeededGenerator(seed: seed)
        let space = makeSpace(pageSize)
        var tree = ColumnTree(space: space, id: TreeID(20), root: .empty, layout: layout)
        var model: [UInt64: [Value]] = [:]
        var next: UInt64 = 1
        let fresh: [Value] = [.none, .double(0), .none, .none]
        for step in 0..<4_000 {
            switch random.below(10) {
            case 0...4:
                // Ids in order, with gaps that later insertions fill.
                next += random.below(12) == 0 ? UInt64(random.below(100_000)) : UInt64(random.below(3))
                if model[next] == nil {
                    _ = try tree.insert(next)
                    model[next] = fresh
                }
                next += 1
            case 5:
                let row = UInt64(1 + random.below(Int(next)))
                if model[row] == nil {
                    _ = try tree.insert(row)
                    model[row] = fresh
                }
            case 6:
                guard let row = model.keys.sorted().randomElement(using: &random) else { continue }
                XCTAssertTrue(try tree.remove(row), "seed \(seed)")
                model[row] = nil
            default:
                guard let row = model.keys.randomElement(using: &random) else { continue }
                let column = random.below(4)
                let value = randomValue(column, &random)
                try set(&tree, row, column, value)
                model[row]?[column] = value
            }
            if step % 500 == 499 { try compareRows(&tree, model, seed) }
        }
        try compareRows(&tree, model, seed)
        for row in model.keys.shuffled(using: &random) { XCTAssertTrue(try tree.remove(row), "seed \(seed)") }
        XCTAssertEqual(tree.count, 0)
        XCTAssertTrue(tree.root.reference.isNone)
        return model.count
    }

    private func compareRows(_ tree: inout ColumnTree, _ model: [UInt64: [Value]], _ seed: UInt64) throws {
        let rows = model.keys.sorted()
        XCTAssertEqual(tree.count, rows.count, "seed \(seed)")
        var walked: [UInt64] = []
        var row = try tree.first(from: 0)
        while let current = row {
            walked.append(current)
            row = try tree.first(from: current + 1)
        }
        XCTAssertEqual(walked, rows, "seed \(seed)")
        XCTAssertEqual(try tree.last(), rows.last, "seed \(seed)")
        for (rank, row) in rows.enumerated() {
            for column in 0..<4 {
                XCTAssertEqual(try get(&tree, row, column), model[row]?[column], "seed \(seed) row \(row)")
            }
            if rank % 7 == 0 {
                XCTAssertEqual(try tree.rank(of: row), rank, "seed \(seed)")
                XCTAssertEqual(try tree.row(at: rank), row, "seed \(seed)")
            }
        }
        let byteCount = tree.leafByteCount
        try tree.forEachLeaf { leaf throws(StorageError) in
            XCTAssertNil(NodeCheck.problem(leaf, byteCount: byteCount), "seed \(seed)")
            return true
        }
    }

    func testPositions_randomEdits_equalAnArray() throws {
        for seed in 1...4 as ClosedRange<UInt64> {
            for type in [ColumnType.int64, .text, .link, .bool] {
                let compared = try runPositions(seed: seed, type: type, pageSize: seed % 2 == 0 ? 512 : 4096)
                XCTAssertGreaterThan(compared, 500, "seed \(seed), \(type)")
            }
        }
    }

    private func element(_ type: ColumnType, _ random: inout SeededGenerator) -> Value {
        switch type {
        case .int64: random.below(5) == 0 ? .none : .int(Int64(random.below(1_000_000)))
        case .bool: random.below(5) == 0 ? .none : .bool(random.below(2) == 0)
        case .link: .link(RowID(UInt64(1 + random.below(1_000_000))))
        default: randomValue(0, &random)
        }
    }

    /// Tells how many elements were compared, all comparisons together.
    private func runPositions(seed: UInt64, type: ColumnType, pageSize: Int) throws -> Int {
        var random = SeededGenerator(seed: seed)
        let space = makeSpace(pageSize)
        let layout = LeafLayout(
            number: 1, columns: [LeafLayout.Column(number: 0, type: type, hasNulls: type != .link)])
        var tree = ColumnTree(
            space: space, id: TreeID(21), root: .empty, layout: layout, isPositions: true, owner: 5, ownerColumn: 2)
        var model: [Value] = []
        var compared = 0
        for step in 0..<1_200 {
            switch random.below(8) {
            case 0...2:
                let values = (0..<1 + random.below(40)).map { _ in element(type, &random) }
                let place = random.below(3) == 0 ? model.count : random.below(model.count + 1)
                try tree.insertElements(values, at: place)
                model.insert(contentsOf: values, at: place)
            case 3...4 where !model.isEmpty:
                let start = random.below(model.count)
                let end = min(model.count, start + 1 + random.below(random.below(10) == 0 ? 500 : 20))
                try tree.removeElements(start..<end)
                model.removeSubrange(start..<end)
            default:
                guard !model.isEmpty else { break }
                let place = random.below(model.count)
                let value = element(type, &random)
                try tree.setElement(at: place, value)
                model[place] = value
            }
            guard step % 200 == 199 else { continue }
            try comparePositions(&tree, model, seed)
            compared += model.count
        }
        try tree.removeElements(0..<model.count)
        XCTAssertTrue(tree.root.reference.isNone, "seed \(seed)")
        return compared
    }

    private func comparePositions(_ tree: inout ColumnTree, _ model: [Value], _ seed: UInt64) throws {
        XCTAssertEqual(tree.count, model.count, "seed \(seed)")
        var walked: [Value] = []
        try tree.forEachElement { value throws(StorageError) in
            walked.append(value)
            return true
        }
        XCTAssertEqual(walked, model, "seed \(seed)")
        for place in stride(from: 0, to: model.count, by: 13) {
            XCTAssertEqual(try tree.element(at: place), model[place], "seed \(seed)")
        }
    }

    /// A leaf that one long element fills has no half to give away: no leaf stays empty.
    func testElement_beforeALongOneThatFillsItsLeaf_leavesNoEmptyLeaf() throws {
        let layout = LeafLayout(number: 1, columns: [LeafLayout.Column(number: 0, type: .text, hasNulls: true)])
        for pageSize in [512, 4096] {
            let space = makeSpace(pageSize)
            var tree = ColumnTree(
                space: space, id: TreeID(21), root: .empty, layout: layout, isPositions: true, owner: 5)
            let long = Value.text(String(repeating: "l", count: tree.cellLimit))
            try tree.insertElements([.text(String(repeating: "s", count: tree.cellLimit - 8))], at: 0)
            try tree.setElement(at: 0, long)
            var model = [long]
            for number in 0..<300 {
                try tree.insertElements([.text("\(number)")], at: number % 2)
                model.insert(.text("\(number)"), at: number % 2)
            }
            try comparePositions(&tree, model, 0)
            let byteCount = tree.leafByteCount
            try tree.forEachLeaf { leaf throws(StorageError) in
                XCTAssertNil(NodeCheck.problem(leaf, byteCount: byteCount), "\(pageSize)")
                XCTAssertGreaterThan(leaf.count, 0, "\(pageSize)")
                return true
            }
        }
    }

    func testMarks_rollBack_toEqualTrees() throws {
        let space = makeSpace(512)
        var tree = ColumnTree(space: space, id: TreeID(20), root: .empty, layout: layout)
        for row in 1...300 as ClosedRange<UInt64> {
            _ = try tree.insert(row)
            try set(&tree, row, 0, .text("row number \(row) of many"))
        }
        let root = tree.root
        let mark = space.mark()
        for row in 1...300 as ClosedRange<UInt64> where row % 3 != 0 { _ = try tree.remove(row) }
        for row in 400...700 as ClosedRange<UInt64> { _ = try tree.insert(row) }
        space.rollback(to: mark)
        tree.root = root
        XCTAssertEqual(tree.count, 300)
        for row in 1...300 as ClosedRange<UInt64> {
            XCTAssertEqual(try get(&tree, row, 0), .text("row number \(row) of many"))
        }
    }

    /// Thousands of narrow rows in a leaf, and columns whose defaults are as long as they may be: together more than any
    /// leaf holds.
    func testOlderLayout_isReadWithLongDefaults() throws {
        let space = makeSpace(4096)
        let old = LeafLayout(number: 1, columns: [LeafLayout.Column(number: 0, type: .bool, hasNulls: false)])
        var tree = ColumnTree(space: space, id: TreeID(20), root: .empty, layout: old)
        for row in 1...7_000 as ClosedRange<UInt64> {
            _ = try tree.insert(row)
            try set(&tree, row, 0, .bool(row % 3 == 0))
        }
        let texts = (1...6).map { String(repeating: "\($0)", count: 1_024) }
        let columns = texts.enumerated().map { index, text in
            LeafLayout.Column(number: index + 1, type: .text, hasNulls: false, defaultValue: .text(text))
        }
        tree.layout = LeafLayout(number: 7, columns: old.columns + columns)
        func compare(_ row: UInt64) throws {
            XCTAssertEqual(try get(&tree, row, 0), .bool(row % 3 == 0), "\(row)")
            for (index, text) in texts.enumerated() where row != 50 || index != 2 {
                XCTAssertEqual(try get(&tree, row, index + 1), .text(text), "\(row)")
            }
        }
        for row in [1, 49, 50, 3_000, 7_000] as [UInt64] { try compare(row) }
        try set(&tree, 50, 3, .text("another text"))
        XCTAssertEqual(try get(&tree, 50, 3), .text("another text"))
        for row in [1, 49, 50, 51, 3_000, 7_000] as [UInt64] { try compare(row) }
        tree.close()
    }

    /// The copies of older leaves go with their layout, and with them every address that somebody took down.
    func testOlderLayout_shownUnderAnother_makesCachedAddressesStale() throws {
        let space = makeSpace(512)
        var tree = ColumnTree(space: space, id: TreeID(20), root: .empty, layout: layout)
        _ = try tree.insert(1)
        for number in 5...6 {
            let column = LeafLayout.Column(number: number - 1, type: .int32, hasNulls: true)
            tree.layout = LeafLayout(number: UInt32(number), columns: tree.layout.columns + [column])
            XCTAssertNotNil(try tree.find(1))
            let stamp = space.stamp
            tree.layout = LeafLayout(number: UInt32(number), columns: tree.layout.columns)
            XCTAssertNotEqual(space.stamp, stamp)
        }
        tree.close()
    }

    /// The leaf that was read last is no exception.
    func testOlderLayout_ofTheLeafReadLast_isReadUnderTheNewOne() throws {
        let space = makeSpace(512)
        var tree = ColumnTree(space: space, id: TreeID(20), root: .empty, layout: layout)
        _ = try tree.insert(1)
        XCTAssertEqual(try tree.find(1)?.leaf.layout, layout.number)
        let column = LeafLayout.Column(number: 4, type: .text, hasNulls: false, defaultValue: .text("given later"))
        tree.layout = LeafLayout(number: layout.number + 1, columns: layout.columns + [column])
        XCTAssertEqual(try tree.find(1)?.leaf.layout, layout.number + 1)
        XCTAssertEqual(try get(&tree, 1, 4), .text("given later"))
        tree.close()
    }

    func testOlderLayout_isReadUnderTheNewestOne_andRewrittenAtTheFirstChange() throws {
        let space = makeSpace(4096)
        var tree = ColumnTree(space: space, id: TreeID(20), root: .empty, layout: layout)
        for row in 1...2_000 as ClosedRange<UInt64> {
            _ = try tree.insert(row)
            try set(&tree, row, 1, .double(Double(row)))
        }
        let columns =
            layout.columns + [
                LeafLayout.Column(
                    number: 4, type: .text, hasNulls: false, defaultValue: .text("a default of some length")),
                LeafLayout.Column(number: 5, type: .int32, hasNulls: true),
            ]
        tree.layout = LeafLayout(number: 6, columns: columns)
        for row in [1, 777, 2_000] as [UInt64] {
            XCTAssertEqual(try get(&tree, row, 1), .double(Double(row)))
            XCTAssertEqual(try get(&tree, row, 4), .text("a default of some length"))
            XCTAssertEqual(try get(&tree, row, 5), Value.none)
        }
        for row in 1...2_000 as ClosedRange<UInt64> where row % 5 == 0 { try set(&tree, row, 5, .int(Int64(row))) }
        XCTAssertEqual(tree.count, 2_000)
        for row in 1...2_000 as ClosedRange<UInt64> {
            XCTAssertEqual(try get(&tree, row, 5), row % 5 == 0 ? .int(Int64(row)) : Value.none)
            XCTAssertEqual(try get(&tree, row, 4), .text("a default of some length"))
            XCTAssertEqual(try get(&tree, row, 1), .double(Double(row)))
        }
        tree.close()
    }
}
