// What the tests of keys trees share: a sorted array as the model, families of keys, and a walk that checks every node.

import XCTest

@testable import QuireStorage

/// SplitMix64: small, and the same everywhere for one seed.
struct KeysRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// What a keys tree should hold.
struct KeysModel {
    var keys: [[UInt8]] = []
    var values: [UInt64] = []

    static func isLess(_ a: [UInt8], _ b: [UInt8]) -> Bool { a.lexicographicallyPrecedes(b) }

    func position(_ key: [UInt8]) -> (index: Int, isFound: Bool) {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if Self.isLess(keys[middle], key) { low = middle + 1 } else { high = middle }
        }
        return (low, low < keys.count && keys[low] == key)
    }

    mutating func insert(_ key: [UInt8], _ value: UInt64) -> Bool {
        let (index, isFound) = position(key)
        guard !isFound else { return false }
        keys.insert(key, at: index)
        values.insert(value, at: index)
        return true
    }

    mutating func set(_ key: [UInt8], _ value: UInt64) -> UInt64? {
        let (index, isFound) = position(key)
        guard isFound else {
            keys.insert(key, at: index)
            values.insert(value, at: index)
            return nil
        }
        defer { values[index] = value }
        return values[index]
    }

    mutating func replace(_ key: [UInt8], _ value: UInt64) -> UInt64? {
        position(key).isFound ? set(key, value) : nil
    }

    mutating func remove(_ key: [UInt8]) -> UInt64? {
        let (index, isFound) = position(key)
        guard isFound else { return nil }
        keys.remove(at: index)
        return values.remove(at: index)
    }

    func find(_ key: [UInt8]) -> UInt64? {
        let (index, isFound) = position(key)
        return isFound ? values[index] : nil
    }
}

/// Kinds of keys that exercise different forms of a node.
enum KeysFamily: CaseIterable {
    case numbered, randomLength, equalHeads, nested, uuid, integer, mixed

    func key(_ random: inout KeysRandom, pageSize: Int) -> [UInt8] {
        switch self {
        case .numbered: return Self.numbered(random.below(6000))
        case .randomLength:
            let limit = random.below(8) == 0 ? pageSize / 8 : min(pageSize / 8, 40)
            return (0..<random.below(limit + 1)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case .equalHeads:
            let head = Array("the same beginning of all keys".utf8)
            return head + Self.digits(random.below(3000), count: 4 + random.below(3))
        case .nested:
            let length = random.below(min(pageSize / 8, 48) + 1)
            return (0..<length).map { _ in random.below(6) == 0 ? UInt8(random.below(3)) : 0 }
        case .uuid:
            let number = UInt64(random.below(4000)) &* 0x9E37_79B9_7F4A_7C15
            return Self.bigEndian(number) + Self.bigEndian(number &* 31)
        case .integer: return Self.bigEndian(UInt64(random.below(5000)) &* (random.below(2) == 0 ? 1 : 1 << 40))
        case .mixed:
            let all: [KeysFamily] = [.numbered, .numbered, .numbered, .uuid, .nested, .randomLength, .equalHeads]
            return all[random.below(all.count)].key(&random, pageSize: pageSize)
        }
    }

    static func digits(_ number: Int, count: Int) -> [UInt8] {
        let text = String(number)
        return Array((String(repeating: "0", count: max(0, count - text.count)) + text).utf8)
    }

    static func numbered(_ number: Int) -> [UInt8] { Array("I".utf8) + digits(number, count: 8) }

    static func bigEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }
}

extension KeysTree {
    mutating func insert(_ key: [UInt8], _ value: UInt64) throws -> Bool {
        var copy = self
        defer { self = copy }
        return try key.withView { view throws(StorageError) in try copy.insert(view, value) }
    }

    mutating func set(_ key: [UInt8], _ value: UInt64) throws -> UInt64? {
        var copy = self
        defer { self = copy }
        return try key.withView { view throws(StorageError) in try copy.set(view, value) }
    }

    mutating func replace(_ key: [UInt8], _ value: UInt64) throws -> UInt64? {
        var copy = self
        defer { self = copy }
        return try key.withView { view throws(StorageError) in try copy.replace(view, value) }
    }

    mutating func remove(_ key: [UInt8]) throws -> UInt64? {
        var copy = self
        defer { self = copy }
        return try key.withView { view throws(StorageError) in try copy.remove(view) }
    }

    func find(_ key: [UInt8]) throws -> UInt64? {
        var copy = self
        return try key.withView { view throws(StorageError) in try copy.find(view) }
    }

    func rank(of key: [UInt8]) throws -> UInt64 {
        try key.withView { view throws(StorageError) in try rank(of: view) }
    }
}

/// Walks a whole tree and checks what must hold in and between its nodes.
struct KeysWalker {
    let tree: KeysTree
    private(set) var keys: [[UInt8]] = []
    private(set) var values: [UInt64] = []
    /// Bytes in use of each leaf, from the left.
    private(set) var leafFill: [Int] = []
    private(set) var innerCount = 0
    private(set) var fixedLeafCount = 0
    private(set) var nodes: Set<NodeReference> = []

    init(_ tree: KeysTree) throws {
        self.tree = tree
        guard !tree.isEmpty else {
            XCTAssertEqual(tree.root, .empty)
            return
        }
        let count = try walk(tree.root.reference, level: tree.root.height - 1, from: nil, to: nil)
        XCTAssertEqual(count, tree.root.count, "count of the root")
        XCTAssertEqual(Int(count), keys.count)
        for index in 1..<max(1, keys.count) {
            XCTAssertTrue(KeysModel.isLess(keys[index - 1], keys[index]), "keys out of order at \(index)")
        }
    }

    private mutating func walk(
        _ reference: NodeReference, level: Int, from low: [UInt8]?, to high: [UInt8]?
    ) throws -> UInt64 {
        XCTAssertTrue(nodes.insert(reference).inserted, "a node with two parents")
        let byteCount = tree.space.pageSize
        let node = try tree.space.node(reference)
        XCTAssertEqual(node.level, level)
        XCTAssertEqual(node.tree, tree.id)
        XCTAssertNil(NodeCheck.problem(node, byteCount: byteCount))
        guard level > 0 else { return walkLeaf(node, from: low, to: high) }
        innerCount += 1
        XCTAssertEqual(node.kind, .bytesInner)
        let block = BytesInner.block(node, byteCount)
        checkUnused(block, width: 28, extra: 16, arraysEnd: BytesInner.arraysEnd(block))
        XCTAssertEqual(offsets(node).count, node.count)
        if reference == tree.root.reference { XCTAssertGreaterThan(node.count, 1, "a root with one child") }
        let entries = BytesInner.entries(node, 0..<node.count, byteCount: byteCount)
        var total: UInt64 = 0
        for (index, entry) in entries.enumerated() {
            let from = index == 0 ? low : entry.key
            let to = index + 1 < entries.count ? entries[index + 1].key : high
            if let low, index > 0 { XCTAssertTrue(KeysModel.isLess(low, entry.key)) }
            if let high, index > 0 { XCTAssertTrue(KeysModel.isLess(entry.key, high)) }
            let count = try walk(entry.reference, level: level - 1, from: from, to: to)
            XCTAssertEqual(count, entry.count, "count of child \(index) at level \(level)")
            total += count
        }
        return total
    }

    private func offsets(_ node: Node) -> [Int] {
        var offsets: [Int] = []
        XCTAssertNoThrow(
            try NodeChildren.forEachReference(in: node, byteCount: tree.space.pageSize, onlyDirty: false) {
                offset throws(StorageError) in offsets.append(offset)
            })
        return offsets
    }

    private mutating func walkLeaf(_ node: Node, from low: [UInt8]?, to high: [UInt8]?) -> UInt64 {
        XCTAssertEqual(node.kind, .keysLeaf)
        let leaf = KeysLeaf(node, byteCount: tree.space.pageSize)
        XCTAssertGreaterThan(leaf.count, 0)
        leafFill.append(leaf.usedByteCount)
        if leaf.block.isFixed { fixedLeafCount += 1 }
        let width = leaf.block.isFixed ? (leaf.isWide ? 16 : 12) : 20
        checkUnused(leaf.block, width: width, extra: 0, arraysEnd: leaf.arraysEnd)
        for index in 0..<leaf.count {
            let key = leaf.block.key(index)
            if let low { XCTAssertFalse(KeysModel.isLess(key, low), "a key below its parent's") }
            if let high { XCTAssertTrue(KeysModel.isLess(key, high), "a key not below the next parent's") }
            if index == 0 { key.withPrefix(key.count) { XCTAssertEqual(node.owner, $0.head(0)) } }
            keys.append(key)
            values.append(leaf.value(index))
        }
        return UInt64(leaf.count)
    }

    /// Bytes that hold nothing are zero: between arrays and heap, in gaps of the heap, behind the used part of the
    /// arrays.
    private func checkUnused(_ block: KeysBlock, width: Int, extra: Int, arraysEnd: Int) {
        var isUsed = [Bool](repeating: false, count: block.byteCount)
        if !block.isFixed {
            for index in 0..<block.count where block.suffixLength(index) > 8 {
                let offset = block.slotOffset(index)
                for position in offset..<offset + block.suffixLength(index) - 8 { isUsed[position] = true }
            }
        }
        for position in arraysEnd..<block.byteCount where !isUsed[position] {
            guard block.node.u8(position) == 0 else { return XCTFail("an unused byte at \(position) that is not zero") }
        }
        for position in block.heads + 8 * block.count..<block.heads + 8 * block.capacity {
            guard block.node.u8(position) == 0 else { return XCTFail("a head at \(position) that is not zero") }
        }
        // No array may have more bytes set than its elements have.
        let nonZero = (block.heads..<arraysEnd).filter { block.node.u8($0) != 0 }.count
        XCTAssertLessThanOrEqual(nonZero, width * block.count + extra)
    }

    func check(_ model: KeysModel, _ message: String) {
        XCTAssertEqual(keys, model.keys, message)
        XCTAssertEqual(values, model.values, message)
    }
}
