// Any bytes as one node: what passes the check of nodes is then read and changed as the root of a tree. The node lies
// in memory of exactly its size, so that the address sanitizer sees every byte beside it.

import QuireTestSupport

@testable import QuireStorage

enum PagesTarget {
    private static let pageSizes = [512, 1024, 4096]
    private static let tree = TreeID(20)

    static func run(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes)
        let pageSize = pageSizes[source.below(3)]
        let content = source.bytes(16 * pageSize)
        // The size of a node is judged before the rest of it.
        let log2Pages = content.count > 2 ? Int(content[2]) : 0
        guard log2Pages <= 4, content.count > 0, let kind = NodeKind(rawValue: content[0]) else { return }
        let space = PageSpace(file: PageFile(pageSize: pageSize))
        space.beginWriting()
        defer { space.endWriting() }
        let reference = space.allocate(kind, level: 0, log2Pages: log2Pages, tree: tree)
        let node = try space.node(reference)
        for (index, byte) in content.prefix((pageSize << log2Pages) - NodeHeader.kind).enumerated() {
            node.setU8(NodeHeader.kind + index, byte)
        }
        guard try passes(node, byteCount: pageSize << log2Pages) else { return }
        do throws(StorageError) {
            try use(node, kind, reference, space)
        } catch {
            // A count that no sound tree has is damage; a value that no column has cannot come from these calls.
            guard error.code == .damaged || error.code == .valueOutOfRange else { throw error }
        }
    }

    /// What the first touch of a page asks of its content.
    private static func passes(_ node: Node, byteCount: Int) throws(StorageError) -> Bool {
        guard NodeCheck.problem(node, byteCount: byteCount) == nil else { return false }
        var isClean = true
        try NodeChildren.forEachReference(in: node, byteCount: byteCount, onlyDirty: false) {
            offset throws(StorageError) in
            guard (0...byteCount - 8).contains(offset) else { preconditionFailure("a reference outside of the node") }
            if NodeReference(rawValue: node.u64(offset)).isDirty { isClean = false }
        }
        return isClean
    }

    private static func use(
        _ node: Node, _ kind: NodeKind, _ reference: NodeReference, _ space: PageSpace
    ) throws(StorageError) {
        let root = TreeRoot(reference: reference, count: UInt64(node.count), height: node.level + 1)
        switch kind {
        case .integerInner: PageUse.useIntegers(node, byteCount: space.pageSize)
        case .bytesInner: PageUse.useBytes(node, byteCount: space.pageSize)
        case .keysLeaf: try PageUse.useKeys(KeysTree(space: space, id: tree, root: root))
        case .pairsLeaf: try PageUse.usePairs(PairsTree(space: space, id: tree, root: root))
        case .columnLeaf: try PageUse.useColumns(node, root, tree, space)
        case .bitmapLeaf:
            for index in 0..<BitmapLeaf.wordCount(pageSize: space.pageSize) { _ = BitmapLeaf.word(node, index) }
        case .overflow: _ = OverflowRun.problem(node)
        }
    }

    /// A node of each kind and form.
    static func seeds() throws -> [[UInt8]] {
        let sample = try ForgedFile(SampleFile.make(seed: 3, pageSize: 512))
        var seen: Set<[UInt8]> = []
        var seeds: [[UInt8]] = []
        for page in sample.nodes {
            let start = page * 512
            // Kind, level, size and flags.
            guard seen.insert(Array(sample.bytes[start + NodeHeader.kind..<start + NodeHeader.count])).inserted else {
                continue
            }
            seeds.append([0] + sample.bytes[start + NodeHeader.kind..<start + sample.byteCount(of: page)])
        }
        return seeds
    }
}
