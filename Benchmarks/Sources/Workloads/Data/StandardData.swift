// The data of the standard workloads: 100,000 products and a million items at scale 1.

/// What every engine stores.
package struct StandardData: Sendable {
    /// One product before it is an object.
    package struct ProductRecord: Sendable {
        /// The key.
        package let id: String
        /// The name.
        package let name: String
        /// The price.
        package let price: Double
        /// The category.
        package let category: Int
        /// Seconds since 1970.
        package let createdAt: Int
    }

    /// One item before it is an object.
    package struct ItemRecord: Sendable {
        /// The key.
        package let id: String
        /// The index of its product.
        package let product: Int
        /// The balance.
        package let balance: Double
    }

    /// What is special about the data; the standard has nothing.
    package struct Shape: Sendable {
        /// All items belong to the first product.
        package var hasHotProduct = false
        /// Items are stored in an order that has nothing to do with their keys.
        package var hasRandomKeyOrder = false
        /// Names are filled up with letters to so many bytes.
        package var nameLength: Int?

        /// The standard, to be changed.
        package init() {}
    }

    /// Part of the full size.
    package let scale: Double
    /// What is special.
    package let shape: Shape
    /// The products in key order.
    package let products: [ProductRecord]
    /// The items in the order in which they are stored.
    package let items: [ItemRecord]

    /// The data of a scale. Products draw first, four times each (letters, price, category, time), then items, once each.
    package init(scale: Double, shape: Shape = Shape()) {
        self.scale = scale
        self.shape = shape
        var generator = SplitMix64()
        let productCount = max(Int(100_000 * scale + 0.5), 1)
        let itemCount = max(Int(1_000_000 * scale + 0.5), 1)
        products = (0..<productCount).map { Self.product($0, shape, &generator) }
        let balances = (0..<itemCount).map { _ in generator.unit() * 10_000 }
        let numbers = shape.hasRandomKeyOrder ? generator.permutation(of: itemCount) : Array(0..<itemCount)
        items = numbers.indices.map {
            ItemRecord(
                id: Self.itemKey(numbers[$0]), product: shape.hasHotProduct ? 0 : $0 % productCount,
                balance: balances[$0])
        }
    }

    /// All objects.
    package var objectCount: Int { products.count + items.count }

    /// `part` of something that is `count` at scale 1, at least 1.
    package func scaled(_ count: Int) -> Int {
        max(Int(Double(count) * scale + 0.5), 1)
    }

    /// The key of an item, also of items that do not exist yet.
    package static func itemKey(_ number: Int) -> String {
        "I" + padded(number, to: 8)
    }

    /// The key of a product.
    package static func productKey(_ number: Int) -> String {
        "P" + padded(number, to: 7)
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
    }

    private static func product(_ number: Int, _ shape: Shape, _ generator: inout SplitMix64) -> ProductRecord {
        var name = "Product name \(number) "
        var letters = generator.next()
        for _ in 0..<8 {
            name.unicodeScalars.append(Unicode.Scalar(UInt8(97 + letters % 26)))
            letters /= 26
        }
        if let length = shape.nameLength { name += String(repeating: "x", count: max(length - name.utf8.count, 0)) }
        return ProductRecord(
            id: productKey(number), name: name, price: generator.unit() * 1000,
            category: generator.below(100), createdAt: 1_600_000_000 + generator.below(100_000_000))
    }
}

extension StandardData {
    /// Indices of existing items, drawn with repetition.
    package func randomItems(_ count: Int, seed: UInt64) -> [Int] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in generator.below(items.count) }
    }

    /// Indices of existing items, each at most once.
    package func distinctItems(_ count: Int, seed: UInt64) -> [Int] {
        var generator = SplitMix64(seed: seed)
        return Array(generator.permutation(of: items.count).prefix(count))
    }

    /// The sum of the balances of items.
    package func balances(_ indices: some Sequence<Int>) -> Double {
        indices.reduce(0) { $0 + items[$1].balance }
    }

    /// The keys of items.
    package func keys(_ indices: some Sequence<Int>) -> [String] {
        indices.map { items[$0].id }
    }

    /// The bytes of the name of each item's product, summed over items.
    package func nameBytes(_ indices: some Sequence<Int>) -> Int {
        let lengths = products.map { $0.name.utf8.count }
        return indices.reduce(0) { $0 + lengths[items[$1].product] }
    }
}
