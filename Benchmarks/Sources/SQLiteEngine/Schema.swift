// Two schemas that an expert would try; the better one of each row counts.

/// How tables refer to each other.
package enum Schema: String, CaseIterable {
    /// Text keys are the primary keys of tables without row ids, and what links hold.
    case textKeys = "text keys"
    /// Integer primary keys, which links hold; text keys in a unique index beside them.
    case rowIds = "row ids"

    /// The tables and indexes of the standard data.
    var tables: String {
        let columns = """
            name TEXT NOT NULL, price REAL NOT NULL DEFAULT 0, category INTEGER NOT NULL DEFAULT 0, \
            createdAt INTEGER NOT NULL DEFAULT 0
            """
        switch self {
        case .textKeys:
            return """
                CREATE TABLE product(id TEXT PRIMARY KEY NOT NULL, \(columns)) WITHOUT ROWID;
                CREATE INDEX product_category ON product(category);
                CREATE TABLE item(id TEXT PRIMARY KEY NOT NULL, productId TEXT NOT NULL REFERENCES product(id),
                    balance REAL NOT NULL DEFAULT 0) WITHOUT ROWID;
                CREATE INDEX item_product ON item(productId);
                """
        case .rowIds:
            return """
                CREATE TABLE product(rid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, \(columns));
                CREATE INDEX product_category ON product(category);
                CREATE TABLE item(rid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, productId TEXT NOT NULL,
                    product INTEGER NOT NULL REFERENCES product(rid), balance REAL NOT NULL DEFAULT 0);
                CREATE INDEX item_product ON item(product);
                """
        }
    }

    /// For a person.
    var description: String {
        switch self {
        case .textKeys: "text keys in tables WITHOUT ROWID, links hold the key"
        case .rowIds: "INTEGER PRIMARY KEY with a unique text key beside it, links hold the integer"
        }
    }

    /// The column of an item that says which product it has.
    var link: String { self == .textKeys ? "productId" : "product" }
    /// The column of a product that links hold.
    var target: String { self == .textKeys ? "id" : "rid" }
    /// The column by which items are in order.
    var order: String { self == .textKeys ? "id" : "rid" }

    /// A new item: 1 key, 2 key of the product, 3 balance, and with row ids 4 the product's.
    var insertItem: String {
        switch self {
        case .textKeys: "INSERT INTO item(id,productId,balance) VALUES(?1,?2,?3)"
        case .rowIds: "INSERT INTO item(id,productId,balance,product) VALUES(?1,?2,?3,?4)"
        }
    }

    /// A product that may be there: 1 key, 2 name.
    var upsertProduct: String {
        "INSERT INTO product(id,name) VALUES(?1,?2) ON CONFLICT(id) DO UPDATE SET name=excluded.name"
    }

    /// An item that may be there: 1 key, 2 key of the product, 3 balance.
    var upsertItem: String {
        switch self {
        case .textKeys:
            """
            INSERT INTO item(id,productId,balance) VALUES(?1,?2,?3) ON CONFLICT(id) DO UPDATE SET \
            productId=excluded.productId,balance=excluded.balance
            """
        case .rowIds:
            """
            INSERT INTO item(id,productId,balance,product) VALUES(?1,?2,?3,(SELECT rid FROM product WHERE id=?2)) \
            ON CONFLICT(id) DO UPDATE SET \
            productId=excluded.productId,product=excluded.product,balance=excluded.balance
            """
        }
    }
}
