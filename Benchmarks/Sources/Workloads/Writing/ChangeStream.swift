// Random small changes that keep the number of items the same: half set a balance, a quarter insert, a quarter delete.

/// Draws changes and knows what they lead to.
package struct ChangeStream {
    /// One change of one item.
    package enum Change: Sendable {
        /// Sets the balance of an item.
        case set(key: String, balance: Double)
        /// A new item of a product.
        case insert(key: String, product: Int, productKey: String, balance: Double)
        /// Deletes an item.
        case delete(key: String)
    }

    private struct Item {
        let key: String
        var balance: Double
    }

    private var living: [Item]
    private var nextItem: Int
    private var count = 0
    private let products: [String]
    private var generator: SplitMix64

    /// Changes of a store that holds the data.
    package init(_ data: StandardData, seed: UInt64) {
        living = data.items.map { Item(key: $0.id, balance: $0.balance) }
        nextItem = data.items.count
        products = data.products.map(\.id)
        generator = SplitMix64(seed: seed)
    }

    /// The next change, after all those before it.
    package mutating func next() -> Change {
        count += 1
        switch count % 4 {
        case 1: return insert()
        case 3: return delete()
        default:
            let place = generator.below(living.count)
            living[place].balance = generator.unit() * 10_000
            return .set(key: living[place].key, balance: living[place].balance)
        }
    }

    /// An item more.
    package mutating func insert() -> Change {
        let item = Item(key: StandardData.itemKey(nextItem), balance: generator.unit() * 10_000)
        let product = nextItem % products.count
        nextItem += 1
        living.append(item)
        return .insert(key: item.key, product: product, productKey: products[product], balance: item.balance)
    }

    /// An item less.
    package mutating func delete() -> Change {
        let place = generator.below(living.count)
        living.swapAt(place, living.count - 1)
        return .delete(key: living.removeLast().key)
    }

    /// The number of items.
    package var itemCount: Int { living.count }

    /// What a store must hold after the changes drawn so far.
    package var expected: [Answer] {
        [
            .count("items", living.count),
            .sum("the sum of the balances", living.reduce(0) { $0 + $1.balance }),
        ]
    }
}

/// A store of its own that takes changes.
package protocol ChangingStore: AnyObject {
    /// All in one durable transaction.
    func commit(_ changes: some Collection<ChangeStream.Change>) throws
    /// Items that there are.
    func itemCount() throws -> Int
    /// The sum of their balances.
    func sumOfBalances() throws -> Double
    /// Bytes on the disk, once everything that was committed is in the file.
    func fileBytes() throws -> Int
}

extension ChangingStore {
    /// What `ChangeStream.expected` asks for.
    func answers() throws -> [Answer.Value] {
        [.count(try itemCount()), .sum(try sumOfBalances())]
    }
}
