// The first 64 bytes of every node (Spec/FileFormat.md, "Node header").

/// What a node is. The raw value stands in byte 28 of the node.
package enum NodeKind: UInt8, CaseIterable {
    /// Entries of two 64-bit keys, child and count: above rows, positions, pairs and the free bitmap.
    case integerInner = 1
    /// Entries of a byte key, child and count: above keys.
    case bytesInner = 2
    /// Columns of rows, or of the elements of a long list.
    case columnLeaf = 3
    /// Sorted pairs of 64-bit numbers.
    case pairsLeaf = 4
    /// Sorted byte keys with a 64-bit value each.
    case keysLeaf = 5
    /// A value too large for its leaf.
    case overflow = 6
    /// Which pages are free.
    case bitmapLeaf = 7
}

/// Offsets in the node header.
package enum NodeHeader {
    package static let byteCount = 64

    package static let checksum = 0
    package static let transaction = 8
    package static let salt = 16
    package static let page = 20
    package static let tree = 24
    package static let kind = 28
    package static let level = 29
    package static let log2Pages = 30
    package static let flags = 31
    package static let count = 32
    package static let layout = 36
    package static let owner = 40
    package static let ownerColumn = 48
    /// Fourteen bytes from here on belong to the kind of the node.
    package static let kindSpecific = 50
}

extension Node {
    package var kind: NodeKind? { NodeKind(rawValue: u8(NodeHeader.kind)) }

    /// 0 for a leaf; a parent's level is its children's plus one.
    @inline(__always)
    package var level: Int { Int(u8(NodeHeader.level)) }

    @inline(__always)
    package var log2Pages: Int { Int(u8(NodeHeader.log2Pages)) }

    package var flags: UInt8 {
        get { u8(NodeHeader.flags) }
        nonmutating set { setU8(NodeHeader.flags, newValue) }
    }

    package var tree: TreeID { TreeID(u32(NodeHeader.tree)) }

    /// The number of entries or slots.
    @inline(__always)
    package var count: Int {
        get { Int(u32(NodeHeader.count)) }
        nonmutating set { setU32(NodeHeader.count, UInt32(truncatingIfNeeded: newValue)) }
    }

    @inline(__always)
    package var layout: UInt32 {
        get { u32(NodeHeader.layout) }
        nonmutating set { setU32(NodeHeader.layout, newValue) }
    }

    /// The first key or row of the node, or the row that owns it: how a walk finds the node's place in its tree.
    package var owner: UInt64 {
        get { u64(NodeHeader.owner) }
        nonmutating set { setU64(NodeHeader.owner, newValue) }
    }

    package var ownerColumn: UInt16 {
        get { u16(NodeHeader.ownerColumn) }
        nonmutating set { setU16(NodeHeader.ownerColumn, newValue) }
    }

    /// How many pages the node takes. An overflow run says so in `count`; every other node takes a power of two.
    package var pageCount: Int { u8(NodeHeader.kind) == NodeKind.overflow.rawValue ? count : 1 << log2Pages }

    /// Writes the parts of the header that a node has from its birth; placement fills in the rest.
    package func initializeHeader(kind: NodeKind, level: Int, log2Pages: Int, tree: TreeID) {
        clear(at: 0, byteCount: NodeHeader.byteCount)
        setU32(NodeHeader.tree, tree.rawValue)
        setU8(NodeHeader.kind, kind.rawValue)
        setU8(NodeHeader.level, UInt8(level))
        setU8(NodeHeader.log2Pages, UInt8(log2Pages))
    }
}
