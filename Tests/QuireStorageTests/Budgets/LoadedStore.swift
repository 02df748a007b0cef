// A store of any size whose trees are all there: keys of text and of numbers, links, a long list.

import QuireTestSupport

@testable import QuireStorage

/// Products with ten items each, and shelves, one of which holds all items.
struct LoadedStore {
    /// Which items link to a product.
    enum Spread {
        /// Those that were made one after the other.
        case neighbours
        /// Items all over the class.
        case scattered
    }

    static let definitions: [ClassDefinition] = [
        ClassDefinition(
            name: "Product",
            columns: [ColumnDefinition(name: "id", type: .text), ColumnDefinition(name: "name", type: .text)],
            primaryKey: 0),
        ClassDefinition(
            name: "Item",
            columns: [
                ColumnDefinition(name: "id", type: .int64),
                ColumnDefinition(name: "amount", type: .double),
                ColumnDefinition(name: "product", type: .link, isOptional: true, target: "Product"),
            ], primaryKey: 0),
        ClassDefinition(
            name: "Shelf",
            columns: [
                ColumnDefinition(name: "name", type: .text),
                ColumnDefinition(name: "items", type: .list, elementType: .link, target: "Item"),
            ]),
    ]

    let database: Database
    let itemCount: Int
    let shelf: RowID

    /// Fills a database with `itemCount` items, a multiple of ten, in one transaction.
    init(_ database: Database, itemCount: Int, _ spread: Spread = .neighbours) throws(StorageError) {
        self.database = database
        self.itemCount = itemCount
        let session = try Session(database: database)
        try session.beginWrite()
        try session.adopt(Self.definitions)
        guard let products = session.table("Product"), let items = session.table("Item"),
            let shelves = session.table("Shelf")
        else { throw StorageError(.fail, "the classes are missing") }
        let productCount = itemCount / 10
        var productRows: [RowID] = []
        for number in 0..<productCount {
            let row = try products.insert(key: .text(Self.productKey(number)))
            try products.set(row, 1, .text("product \(number)"))
            productRows.append(row)
        }
        var itemRows: [RowID] = []
        itemRows.reserveCapacity(itemCount)
        for number in 0..<itemCount {
            let row = try items.insert(key: .int(Int64(number)))
            let product = if case .neighbours = spread { number / 10 } else { number % productCount }
            try items.set(row, 1, .double(Double(number)))
            try items.set(row, 2, .link(productRows[product]))
            itemRows.append(row)
        }
        var shelf = RowID(0)
        for number in 0..<100 {
            let row = try shelves.insert(key: nil)
            try shelves.set(row, 0, .text("shelf \(number)"))
            if number == 50 { shelf = row }
        }
        try shelves.listInsert(shelf, 1, at: 0, itemRows.map { .link($0) })
        self.shelf = shelf
        try session.commit()
    }

    static func productKey(_ number: Int) -> String { "product-\(number)-of-the-store" }

    /// The nodes that `body` asks a session for which has the roots and nothing else.
    func touches(_ body: (Session) throws -> Void) throws -> Int {
        let session = try Session(database: database)
        try session.pin()
        for definition in Self.definitions { _ = try session.table(definition.name)?.count }
        session.space.touchCount = 0
        try body(session)
        return session.space.touchCount
    }
}
