// New items beyond those of the data, one statement for all.

import Workloads

/// Inserts items whose numbers follow those of the data.
final class ItemWriter {
    private let statement: Statement
    private let productKeys: PackedTexts
    private let hasLink: Bool

    init(_ connection: Connection, _ schema: Schema, _ texts: DataTexts) throws {
        statement = try connection.prepare(schema.insertItem)
        productKeys = texts.productKeys
        hasLink = schema == .rowIds
    }

    /// Inserts one.
    func insert(_ key: String, product: Int, balance: Double) throws {
        var key = key
        try key.withUTF8 { bytes in
            unsafe statement.bind(1, UnsafeRawBufferPointer(bytes))
            unsafe statement.bind(2, productKeys[product])
            statement.bind(3, balance)
            if hasLink { statement.bind(4, product + 1) }
            try statement.run()
        }
    }

    /// Inserts the item of this number.
    func insert(_ number: Int, balance: Double) throws {
        try insert(StandardData.itemKey(number), product: number % productKeys.count, balance: balance)
    }
}
