/// The state of one tree, as the directory keeps it: where its root is, how many entries lie below, how high it is.
package struct TreeRoot: Hashable, Sendable {
    package var reference: NodeReference
    /// Entries or rows in the tree.
    package var count: UInt64
    /// Levels from the root to the leaves; 0 for an empty tree. At most 32.
    package var height: Int

    package init(reference: NodeReference, count: UInt64, height: Int) {
        self.reference = reference
        self.count = count
        self.height = height
    }

    /// Counts stay below this: sums of those in a node and above it fit into 64 bits.
    static let countLimit: UInt64 = 1 << 48

    package static let empty = TreeRoot(reference: .none, count: 0, height: 0)
}
