// Joining a leaf that has become too empty with a neighbour under the same parent: which two, and how the result is put
// into the tree. What fits into one leaf only the kind of tree knows.

extension BTree {
    /// Two neighbouring leaves under one parent, one of them the leaf of the last descent.
    package struct JoinCandidates {
        package let left: NodeReference
        package let right: NodeReference
        package let leftNode: Node
        package let rightNode: Node
        /// Entries below each, as the parent counts them.
        package let leftCount: UInt64
        package let rightCount: UInt64
        let leftIsCurrent: Bool
    }

    /// The leaf of the last descent with its right neighbour, or with its left one if it is the last of its parent; nil
    /// if it has no neighbour there. Changes nothing.
    package func joinCandidates() throws(StorageError) -> JoinCandidates? {
        guard let step = path.last else { return nil }
        let parent = try space.node(step.reference)
        guard parent.count > 1 else { return nil }
        let byteCount = space.byteCount(of: parent)
        let leftIsCurrent = step.index + 1 < parent.count
        let index = leftIsCurrent ? step.index : step.index - 1
        let left = Inner.reference(parent, index, byteCount: byteCount)
        let right = Inner.reference(parent, index + 1, byteCount: byteCount)
        return JoinCandidates(
            left: left, right: right, leftNode: try node(left, level: 0), rightNode: try node(right, level: 0),
            leftCount: Inner.count(parent, index, byteCount: byteCount),
            rightCount: Inner.count(parent, index + 1, byteCount: byteCount), leftIsCurrent: leftIsCurrent)
    }

    /// Puts other leaves, usually one, in the place of both candidates. The key of the first of them is not used.
    /// Leaves that are no longer referred to are the caller's to free; the path is invalid afterwards.
    package mutating func replaceLeaves(
        _ candidates: JoinCandidates, with entries: [ChildEntry<Inner.Key>]
    ) throws(StorageError) {
        if !candidates.leftIsCurrent { path[path.count - 1].index -= 1 }
        try replaceLeaf(with: entries, following: 1)
    }
}
