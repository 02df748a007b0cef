// What the shared tree code needs to know about inner nodes. Two layouts exist: IntegerInner and BytesInner.

/// One child in an inner node: the first key below it, where it is, and how many entries or rows lie below it.
package struct ChildEntry<Key> {
    package var key: Key
    package var reference: NodeReference
    package var count: UInt64

    package init(key: Key, reference: NodeReference, count: UInt64) {
        self.key = key
        self.reference = reference
        self.count = count
    }
}

/// The layout of an inner node. The key of entry 0 stands for "everything below the next key".
package protocol InnerLayout {
    associatedtype Key

    static var kind: NodeKind { get }

    static func reference(_ node: Node, _ index: Int, byteCount: Int) -> NodeReference
    static func setReference(_ node: Node, _ index: Int, _ reference: NodeReference, byteCount: Int)
    static func count(_ node: Node, _ index: Int, byteCount: Int) -> UInt64
    static func setCount(_ node: Node, _ index: Int, _ count: UInt64, byteCount: Int)

    /// The key of an entry; of the first one it says nothing.
    static func key(_ node: Node, _ index: Int, byteCount: Int) -> Key

    /// Entries of a range, for rebuilding.
    static func entries(_ node: Node, _ range: Range<Int>, byteCount: Int) -> [ChildEntry<Key>]

    /// Puts `entries` in the place of a range; false, with nothing changed, if they do not fit.
    static func replace(_ node: Node, _ range: Range<Int>, with entries: [ChildEntry<Key>], byteCount: Int) -> Bool

    /// Cuts a list that does not fit into one node into pieces that do, each at least two entries long. `atRightEdge` fills
    /// all but the last to the brim; otherwise the pieces are about equal.
    static func pieces(_ entries: [ChildEntry<Key>], byteCount: Int, atRightEdge: Bool) -> [Range<Int>]

    /// True if the node is so empty that it should be joined with a neighbour.
    static func isUnderfull(_ node: Node, byteCount: Int) -> Bool
}
