// Fields that no writer writes, in nodes whose checksums are right: the first touch of the page refuses them.

import XCTest

@testable import QuireStorage

final class NodeFieldTests: XCTestCase {
    private let pages = try? SealedPages()

    /// Fails unless a node is taken as it is, and refused after `change`.
    private func assertRefused(
        _ name: String, _ kind: NodeKind, level: Int = 0, _ fill: (Node) -> Void, _ change: (Node) -> Void
    ) throws {
        let pages = try XCTUnwrap(pages)
        XCTAssertNoThrow(try pages.file.node(try pages.add(kind, level: level) { fill($0) }), name)
        let changed = try pages.add(kind, level: level) { node in
            fill(node)
            change(node)
        }
        XCTAssertThrowsError(try pages.file.node(changed), name) { error in
            XCTAssertEqual((error as? StorageError)?.code, .damaged, "\(name): \(error)")
        }
    }

    func testPairsLeaf_ofFieldsThatNoneHas_isRefused() throws {
        let fill = { (node: Node) in PairsLeaf.write(node, [IntegerKey(1, 1), IntegerKey(2, 2)], byteCount: 512) }
        try assertRefused("pages", .pairsLeaf, fill) { $0.setU8(NodeHeader.log2Pages, 1) }
        try assertRefused("flags", .pairsLeaf, fill) { $0.flags = 2 }
        try assertRefused("count", .pairsLeaf, fill) { $0.count = 0 }
    }

    func testIntegerInner_ofFieldsThatNoneHas_isRefused() throws {
        let entry = ChildEntry(key: IntegerKey(1), reference: NodeReference(page: PageNumber(200), tag: 1), count: 1)
        let fill = { (node: Node) in XCTAssertTrue(IntegerInner.replace(node, 0..<0, with: [entry], byteCount: 512)) }
        try assertRefused("pages", .integerInner, level: 1, fill) { $0.setU8(NodeHeader.log2Pages, 1) }
        try assertRefused("count", .integerInner, level: 1, fill) {
            IntegerInner.setCount($0, 0, 1 << 48, byteCount: 512)
        }
    }

    func testOverflowRun_ofFieldsThatNoneHas_isRefused() throws {
        let fill = { (node: Node) in
            node.count = 1
            node.setU64(OverflowRun.Offset.byteCount, 10)
        }
        try assertRefused("level", .overflow, fill) { $0.setU8(NodeHeader.level, 1) }
        try assertRefused("pages", .overflow, fill) { $0.setU8(NodeHeader.log2Pages, 1) }
    }
}
