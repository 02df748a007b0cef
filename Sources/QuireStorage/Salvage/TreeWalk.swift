// What can be reached of a tree of rows whose nodes may be damaged.

/// The leaves below a root, and where something is missing.
struct TreeWalk {
    /// A range of rows below a node that cannot be read.
    typealias Gap = Range<UInt64>

    private struct Step {
        let reference: NodeReference
        let level: Int
        let rows: Gap
    }

    private(set) var leaves: [FoundLeaf] = []
    /// Below an inner node that cannot be read: its leaves may be whole.
    private(set) var unknown: [Gap] = []
    /// Of leaves that cannot be read.
    private(set) var lost: [Gap] = []

    var isWhole: Bool { unknown.isEmpty && lost.isEmpty }

    /// O(nodes of the tree), each at most once.
    init(_ root: TreeRoot, _ id: TreeID, _ space: PageSpace) {
        guard !root.reference.isNone else { return }
        var seen: Set<PageNumber> = []
        var stack = [Step(reference: root.reference, level: root.height - 1, rows: 0..<UInt64.max)]
        while let step = stack.popLast() {
            let isNew = seen.insert(step.reference.page).inserted
            guard isNew, let node = try? space.node(step.reference), node.level == step.level, node.tree == id,
                node.kind == (step.level == 0 ? .columnLeaf : .integerInner)
            else {
                if step.level == 0 { lost.append(step.rows) } else { unknown.append(step.rows) }
                continue
            }
            guard step.level > 0 else {
                if let leaf = FoundLeaf(node, step.reference) { leaves.append(leaf) }
                continue
            }
            stack += Self.children(of: node, step, byteCount: space.byteCount(of: node))
        }
    }

    private static func children(of node: Node, _ step: Step, byteCount: Int) -> [Step] {
        (0..<node.count).map { index in
            let start = index == 0 ? 0 : IntegerInner.key(node, index, byteCount: byteCount).high
            let end = index + 1 < node.count ? IntegerInner.key(node, index + 1, byteCount: byteCount).high : .max
            let low = min(max(start, step.rows.lowerBound), step.rows.upperBound)
            return Step(
                reference: IntegerInner.reference(node, index, byteCount: byteCount), level: step.level - 1,
                rows: low..<max(low, min(end, step.rows.upperBound)))
        }
    }
}
