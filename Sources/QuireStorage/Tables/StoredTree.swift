// Which trees a class has, and what stands in their leaves.

/// One of the trees of a class that have their roots in the directory.
struct StoredTree {
    enum Content {
        case columns(LeafLayout)
        case pairs
        case keys
    }

    let id: TreeID
    let content: Content
}

extension StoredClass {
    /// All of them: rows, keys, ghosts, indexes, inverses.
    var trees: [StoredTree] {
        var trees: [StoredTree] = []
        func add(_ id: TreeID, _ content: StoredTree.Content) {
            if id.rawValue != 0 { trees.append(StoredTree(id: id, content: content)) }
        }
        for group in groups.indices { add(groups[group], .columns(layout(group))) }
        if let primaryKey {
            add(keys, OrderedValue.isNumber(columns[primaryKey].definition.type) ? .pairs : .keys)
            add(keyNils, .pairs)
            add(ghosts, .columns(SystemLayout.ghosts))
        }
        for column in columns {
            add(column.index, OrderedValue.isNumber(column.definition.type) ? .pairs : .keys)
            add(column.indexNils, .pairs)
            add(column.backlinks, .pairs)
        }
        return trees
    }

    /// Pages that deleting one object rewrites at most while no list and no link leads to it: a path in every tree.
    func largestDelete(pageSize: Int) -> Int {
        let inner = 3
        let rows = groups.indices.reduce(0) { pages, group in
            pages + (1 << layout(group).log2Pages(pageSize: pageSize)) + inner
        }
        let trees = columns.reduce(0) { count, column in
            count + (column.index.rawValue == 0 ? 0 : 1) + (column.backlinks.rawValue == 0 ? 0 : 1)
        }
        return rows + (trees + (primaryKey == nil ? 0 : 2)) * (1 + inner)
    }
}
