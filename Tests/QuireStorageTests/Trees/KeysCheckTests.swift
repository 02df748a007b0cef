// Damaged nodes of keys: the check finds what it must find, and reads nothing outside of the node; what passes the
// check can be used without reading or writing outside of it either.

import Foundation
import XCTest

@testable import QuireStorage

final class KeysCheckTests: XCTestCase {
    /// Memory between two ranges that stop the program when touched.
    @safe
    private final class GuardedMemory {
        private static let guardByteCount = 65536
        private let start: UnsafeMutableRawPointer

        init() {
            let size = Self.guardByteCount
            let memory = unsafe mmap(nil, 3 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
            guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { fatalError("no memory") }
            unsafe start = memory
            unsafe mprotect(start, size, PROT_NONE)
            unsafe mprotect(start + 2 * size, size, PROT_NONE)
        }

        deinit { unsafe munmap(start, 3 * Self.guardByteCount) }

        /// A node right behind the lower guard, or right before the upper one.
        func node(byteCount: Int, atEnd: Bool) -> Node {
            let offset = atEnd ? 2 * Self.guardByteCount - byteCount : Self.guardByteCount
            return unsafe Node(start: start + offset)
        }
    }

    private func makeTree(_ family: KeysFamily, pageSize: Int, _ random: inout KeysRandom) throws -> KeysTree {
        let space = PageSpace(file: PageFile(pageSize: pageSize))
        space.beginWriting()
        var tree = KeysTree(space: space, id: TreeID(3), root: .empty)
        while tree.root.height < 2 { _ = try tree.set(family.key(&random, pageSize: pageSize), random.next() >> 40) }
        return tree
    }

    /// Changes some bytes, mostly those that say where things are.
    private func damage(_ node: Node, byteCount: Int, _ random: inout KeysRandom) {
        for _ in 0..<1 + random.below(3) {
            let offset = random.below(3) == 0 ? 28 + random.below(36) : random.below(byteCount)
            let kept = node.u8(offset)
            switch random.below(3) {
            case 0: node.setU8(offset, kept ^ (1 << UInt8(random.below(8))))
            case 1: node.setU8(offset, UInt8(truncatingIfNeeded: random.next()))
            default: node.setU8(offset, random.below(2) == 0 ? 0 : 255)
            }
        }
    }

    func testDamagedLeaf_isRefusedOrUsedWithinItsBounds() throws {
        let memory = GuardedMemory()
        for pageSize in [512, 4096, 65536] {
            for (number, family) in [KeysFamily.numbered, .randomLength, .equalHeads, .uuid].enumerated() {
                let seed = UInt64(pageSize * 10 + number)
                var random = KeysRandom(state: seed)
                let tree = try makeTree(family, pageSize: pageSize, &random)
                let root = try tree.space.node(tree.root.reference)
                let leaf = try tree.space.node(BytesInner.reference(root, 0, byteCount: pageSize))
                var refused = 0
                let rounds = pageSize == 65536 ? 60 : 600
                for round in 0..<rounds {
                    let node = memory.node(byteCount: pageSize, atEnd: round % 2 == 0)
                    node.copy(from: leaf, at: 0, to: 0, byteCount: pageSize)
                    XCTAssertNil(NodeCheck.problem(node, byteCount: pageSize))
                    damage(node, byteCount: pageSize, &random)
                    if NodeCheck.problem(node, byteCount: pageSize) != nil {
                        refused += 1
                    } else if node.kind == .keysLeaf {
                        use(KeysLeaf(node, byteCount: pageSize), family, &random)
                    }
                }
                XCTAssertGreaterThan(refused, rounds / 4, "seed \(seed)")
            }
        }
    }

    private func use(_ leaf: KeysLeaf, _ family: KeysFamily, _ random: inout KeysRandom) {
        let byteCount = leaf.block.byteCount
        let buffer = KeyBuffer(pageSize: byteCount)
        for index in 0..<leaf.count {
            let key = leaf.block.key(index)
            XCTAssertLessThanOrEqual(key.count, KeysBlock.maximumKeyLength(byteCount))
            XCTAssertEqual(leaf.block.load(index, into: buffer.node), key.count)
            key.withPrefix(key.count) { XCTAssertEqual(leaf.find($0), leaf.value(index)) }
        }
        for _ in 0..<20 {
            let key = family.key(&random, pageSize: byteCount)
            key.withPrefix(key.count) { view in
                let current = KeysLeaf(leaf.node, byteCount: byteCount)
                let (index, isFound) = current.block.position(of: view)
                if !isFound, !current.insert(view, random.next() >> 40, at: index) {
                    rewrite(current, view, at: index, buffer)
                } else if current.count > 1 {
                    KeysLeaf(leaf.node, byteCount: byteCount).remove(at: index, buffer: buffer)
                }
            }
        }
    }

    private func rewrite(_ leaf: KeysLeaf, _ key: ByteView, at index: Int, _ buffer: KeyBuffer) {
        let byteCount = leaf.block.byteCount
        let target = Node.allocate(byteCount: byteCount)
        defer { target.deallocate() }
        var run = KeysRun(byteCount: byteCount)
        run.append(leaf, 0..<index)
        run.append(key, 1)
        run.append(leaf, index..<leaf.count)
        for piece in run.pieces() {
            guard let shape = run.shape(of: piece) else { return XCTFail("a piece that does not fit") }
            target.copy(from: leaf.node, at: 0, to: 0, byteCount: NodeHeader.byteCount)
            run.write(piece, shape, to: target, buffer: buffer)
            XCTAssertNil(NodeCheck.problem(target, byteCount: byteCount))
        }
    }

    func testDamagedInnerNode_isRefusedOrUsedWithinItsBounds() throws {
        let memory = GuardedMemory()
        for pageSize in [512, 4096] {
            for (number, family) in [KeysFamily.numbered, .randomLength, .equalHeads, .nested].enumerated() {
                let seed = UInt64(pageSize * 20 + number)
                var random = KeysRandom(state: seed)
                var tree = try makeTree(family, pageSize: pageSize, &random)
                for _ in 0..<2000 { _ = try tree.set(family.key(&random, pageSize: pageSize), 1) }
                let root = try tree.space.node(tree.root.reference)
                var refused = 0
                for round in 0..<800 {
                    let node = memory.node(byteCount: pageSize, atEnd: round % 2 == 0)
                    node.copy(from: root, at: 0, to: 0, byteCount: pageSize)
                    XCTAssertNil(NodeCheck.problem(node, byteCount: pageSize))
                    damage(node, byteCount: pageSize, &random)
                    if NodeCheck.problem(node, byteCount: pageSize) != nil {
                        refused += 1
                    } else if node.kind == .bytesInner {
                        use(inner: node, byteCount: pageSize, family, &random)
                    }
                }
                XCTAssertGreaterThan(refused, 200, "seed \(seed)")
            }
        }
    }

    private func use(inner node: Node, byteCount: Int, _ family: KeysFamily, _ random: inout KeysRandom) {
        let all = BytesInner.entries(node, 0..<node.count, byteCount: byteCount)
        XCTAssertEqual(all.count, node.count)
        for _ in 0..<10 {
            let key = family.key(&random, pageSize: byteCount)
            let index = key.withPrefixResult { BytesInner.search(node, key: $0, byteCount: byteCount) } ?? -1
            XCTAssertTrue((0..<node.count).contains(index))
            var rank = random.next() >> 45
            XCTAssertTrue((0..<node.count).contains(BytesInner.search(node, rank: &rank, byteCount: byteCount)))
            var entries = BytesInner.entries(node, index..<index + 1, byteCount: byteCount)
            entries.append(ChildEntry(key: key, reference: entries[0].reference, count: 1))
            if BytesInner.replace(node, index..<index + 1, with: entries, byteCount: byteCount), node.count > 2 {
                XCTAssertTrue(BytesInner.replace(node, index..<index + 2, with: [entries[0]], byteCount: byteCount))
            }
            _ = BytesInner.isUnderfull(node, byteCount: byteCount)
        }
        for atRightEdge in [false, true] {
            let pieces = BytesInner.pieces(all + all + all, byteCount: byteCount, atRightEdge: atRightEdge)
            XCTAssertEqual(pieces.reduce(0) { $0 + $1.count }, 3 * all.count)
            for piece in pieces {
                XCTAssertGreaterThanOrEqual(piece.count, 2)
                XCTAssertNotNil(BytesInner.shape((all + all + all)[piece], byteCount: byteCount))
            }
        }
    }

    func testChange_ofLeafThatItsParentCountsWrongly_isRefused() throws {
        var random = KeysRandom(state: 2)
        for wrong in [UInt64(1), 2, 1 << 40] {
            var tree = try makeTree(.randomLength, pageSize: 512, &random)
            let keys = try KeysWalker(tree).keys
            let root = try tree.space.node(tree.root.reference)
            for index in 0..<root.count { BytesInner.setCount(root, index, wrong, byteCount: 512) }
            var refused = 0
            for key in keys {
                do { _ = try tree.remove(key) } catch let error as StorageError {
                    XCTAssertEqual(error.code, .damaged)
                    refused += 1
                }
                _ = try tree.find(key)
                _ = try? tree.set(key + [1], .max)
                _ = try tree.rank(of: key)
                _ = try? tree.entry(at: UInt64(random.below(50)))
            }
            XCTAssertGreaterThan(refused, 0)
        }
    }

    func testProblem_eachFieldOutOfBounds_isNamed() throws {
        var random = KeysRandom(state: 1)
        let tree = try makeTree(.randomLength, pageSize: 4096, &random)
        let root = try tree.space.node(tree.root.reference)
        let leaf = try tree.space.node(BytesInner.reference(root, 0, byteCount: 4096))
        let node = Node.allocate(byteCount: 4096)
        defer { node.deallocate() }
        let heads = KeysBlock(leaf, count: leaf.count, byteCount: 4096).heads
        let slots = heads + 8 * Int(leaf.layout)
        let changes: [(String, Int, UInt64, Int)] = [
            ("level", NodeHeader.level, 1, 1), ("pages", NodeHeader.log2Pages, 1, 1), ("flags", NodeHeader.flags, 7, 1),
            ("narrow general", NodeHeader.flags, 0, 1), ("count 0", NodeHeader.count, 0, 4),
            ("count", NodeHeader.count, 0xFFFF_FFFF, 4), ("capacity", NodeHeader.layout, 0xFFFF_FFFF, 4),
            ("prefix", KeysBlock.Field.prefixLength, 0xFFFF, 2), ("key length", KeysBlock.Field.keyLength, 9, 2),
            ("heap", KeysBlock.Field.heapByteCount, 0xFFFF, 2), ("no heap", KeysBlock.Field.heapByteCount, 0, 2),
            ("sample", KeysBlock.Field.samples, 1, 8), ("order", heads + 16, 0, 8), ("slot offset", slots, 0xFFFF, 2),
            ("slot length", slots + 2, 0xFFFF, 2),
        ]
        for (name, offset, value, width) in changes {
            node.copy(from: leaf, at: 0, to: 0, byteCount: 4096)
            XCTAssertNil(NodeCheck.problem(node, byteCount: 4096))
            for byte in 0..<width { node.setU8(offset + byte, UInt8(truncatingIfNeeded: value >> UInt64(8 * byte))) }
            XCTAssertNotNil(NodeCheck.problem(node, byteCount: 4096), name)
        }
        node.copy(from: root, at: 0, to: 0, byteCount: 4096)
        BytesInner.setCount(node, 0, 0, byteCount: 4096)
        XCTAssertNotNil(NodeCheck.problem(node, byteCount: 4096), "a child without entries")
        BytesInner.setCount(node, 0, .max, byteCount: 4096)
        XCTAssertNotNil(NodeCheck.problem(node, byteCount: 4096), "a child with too many entries")
        BytesInner.setCount(node, 0, 1, byteCount: 4096)
        BytesInner.setReference(node, 0, .none, byteCount: 4096)
        XCTAssertNotNil(NodeCheck.problem(node, byteCount: 4096), "a child that is nowhere")
    }
}

extension Array where Element == UInt8 {
    fileprivate func withPrefixResult<R>(_ body: (ByteView) -> R) -> R? {
        var result: R?
        withPrefix(count) { result = body($0) }
        return result
    }
}
