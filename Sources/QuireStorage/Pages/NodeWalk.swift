// From roots to every node below them, whatever trees they belong to.

/// Visits every node below some roots once; a page at which two nodes stand is damage, so every walk ends.
struct NodeWalk {
    private let space: PageSpace
    /// By page: a node that was visited stands there.
    private(set) var isSeen: [Bool]

    init(_ space: PageSpace, pageCount: Int) {
        self.space = space
        isSeen = [Bool](repeating: false, count: pageCount)
    }

    /// `body` is told of every node that stands in the file, and of its pages.
    mutating func visit(
        _ roots: [NodeReference], _ body: (NodeReference, Range<Int>) throws(StorageError) -> Void
    ) throws(StorageError) {
        var stack = roots.filter { !$0.isNone }
        while let reference = stack.popLast() {
            let node = try space.node(reference)
            if !reference.isDirty {
                let first = Int(reference.page.rawValue)
                let pages = first..<first + node.pageCount
                guard pages.upperBound <= isSeen.count, !isSeen[pages].contains(true) else {
                    throw .damaged(reference.page, "it is used twice, or lies outside of its state")
                }
                for page in pages { isSeen[page] = true }
                try body(reference, pages)
            }
            if node.kind == .overflow {
                let length = Int(node.u64(OverflowRun.Offset.byteCount))
                try space.withOverflow(reference, length: length) { _ in }
                continue
            }
            try NodeChildren.forEachReference(in: node, byteCount: space.byteCount(of: node), onlyDirty: false) {
                offset in
                let child = NodeReference(rawValue: node.u64(offset))
                if !child.isNone { stack.append(child) }
            }
        }
    }
}
