// A long list that is being worked on: its positions tree, kept from one operation to the next.

/// The tree of one list. It is right as long as the owner's cell still refers to its root.
struct OpenList {
    let row: UInt64
    let column: Int
    var tree: ColumnTree
    var ghostCount: Int
    /// The raw positions of the visible elements, while there are ghosts and nothing changed.
    var visible: [Int]?
}
