// A file under random changes keeps its size, because now and then its emptiest parts are moved away.

import QuireStorage
import QuireTestSupport
import XCTest

final class EvacuationTests: PageTestCase {
    private static let tree = TreeID(30)
    private static let fanOut = 100

    /// A tree of three levels of inner nodes with 10,000 leaves.
    private final class Tree {
        let database: Database
        let space: PageSpace
        var roots = FileRoots()

        init(_ database: Database) {
            self.database = database
            space = PageSpace(file: database.file)
        }

        func write(_ body: () throws -> Void) throws {
            try database.beginWriting()
            space.beginWriting()
            defer {
                space.endWriting()
                database.endWriting()
            }
            try body()
            try database.commit(space, roots)
            roots = database.newestRoots
        }

        private func inner(_ level: Int, _ entries: [ChildEntry<IntegerKey>]) throws -> NodeReference {
            let reference = space.allocate(.integerInner, level: level, log2Pages: 0, tree: tree)
            _ = IntegerInner.replace(try space.node(reference), 0..<0, with: entries, byteCount: 4096)
            return reference
        }

        func plant() throws {
            let fanOut = EvacuationTests.fanOut
            let children = try (0..<fanOut).map { high in
                let leaves = try (0..<fanOut).map { low in
                    let key = IntegerKey(UInt64(high * fanOut + low))
                    let leaf = try inner(1, [ChildEntry(key: key, reference: .none, count: 0)])
                    return ChildEntry(key: key, reference: leaf, count: 1)
                }
                return ChildEntry(key: leaves[0].key, reference: try inner(2, leaves), count: UInt64(fanOut))
            }
            roots.directory = TreeRoot(reference: try inner(3, children), count: 10_000, height: 3)
        }

        /// Makes the nodes on the way to a key writable, down to a level, and gives the last one.
        func touch(_ key: UInt64, downTo level: Int) throws -> Node {
            roots.directory.reference = try space.writable(roots.directory.reference)
            var node = try space.node(roots.directory.reference)
            while node.level > level {
                let index = IntegerInner.search(node, IntegerKey(key), byteCount: 4096)
                let child = try space.writable(IntegerInner.reference(node, index, byteCount: 4096))
                IntegerInner.setReference(node, index, child, byteCount: 4096)
                node = try space.node(child)
            }
            return node
        }

        func evacuate() throws -> Int {
            let candidates = try database.nodesToEvacuate()
            for candidate in candidates {
                XCTAssertEqual(candidate.tree, tree)
                _ = try touch(candidate.owner, downTo: candidate.level)
            }
            return candidates.count
        }
    }

    func testRandomChanges_withEvacuation_keepTheFileSmall() throws {
        let tree = Tree(try openMemory(MemoryFile(name: "evacuation"), pageSize: 4096))
        try tree.write { try tree.plant() }
        let start = tree.database.fileByteCount
        let random = SimulatedSystem(seed: 23)
        var values: [UInt64: UInt64] = [:]
        var moved = 0
        for round in 0..<1200 {
            try tree.write {
                for _ in 0..<10 {
                    let key = random.random() % 10_000
                    IntegerInner.setCount(try tree.touch(key, downTo: 1), 0, UInt64(round), byteCount: 4096)
                    values[key] = UInt64(round)
                }
                moved += try tree.evacuate()
            }
        }
        XCTAssertGreaterThan(moved, 0)
        XCTAssertLessThan(Double(tree.database.fileByteCount), 1.35 * Double(start), "from \(start), \(moved) moved")
        try tree.database.verify()
        for (key, value) in values {
            var node = try tree.space.node(tree.roots.directory.reference)
            while node.level > 1 {
                let index = IntegerInner.search(node, IntegerKey(key), byteCount: 4096)
                node = try tree.space.node(IntegerInner.reference(node, index, byteCount: 4096))
            }
            XCTAssertEqual(IntegerInner.count(node, 0, byteCount: 4096), value)
        }
        print("file: \(start) to \(tree.database.fileByteCount), \(moved) nodes moved")
        // While somebody holds an older state, nothing is moved.
        let snapshot = try tree.database.pin()
        for _ in 0..<40 {
            try tree.write {
                _ = try tree.touch(random.random() % 10_000, downTo: 1)
                XCTAssertEqual(try tree.evacuate(), 0)
            }
            if tree.database.newestTransaction == snapshot.transaction { continue }
        }
        tree.database.unpin(snapshot)
    }
}
