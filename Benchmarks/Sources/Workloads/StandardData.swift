// The data of the standard workloads: 100,000 products and a million items at scale 1.

package import Foundation

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

    /// Part of the full size.
    package let scale: Double
    /// The products in key order.
    package let products: [ProductRecord]
    /// The items in key order.
    package let items: [ItemRecord]

    /// The data of a scale. Products draw first, four times each (letters, price, category, time), then items, once each.
    package init(scale: Double) {
        self.scale = scale
        var generator = SplitMix64()
        let productCount = max(Int(100_000 * scale + 0.5), 1)
        let itemCount = max(Int(1_000_000 * scale + 0.5), 1)
        products = (0..<productCount).map { Self.product($0, &generator) }
        items = (0..<itemCount).map {
            ItemRecord(id: Self.itemKey($0), product: $0 % productCount, balance: generator.unit() * 10_000)
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

    private static func product(_ number: Int, _ generator: inout SplitMix64) -> ProductRecord {
        var name = "Product name \(number) "
        var letters = generator.next()
        for _ in 0..<8 {
            name.unicodeScalars.append(Unicode.Scalar(UInt8(97 + letters % 26)))
            letters /= 26
        }
        return ProductRecord(
            id: productKey(number), name: name, price: generator.unit() * 1000,
            category: generator.below(100), createdAt: 1_600_000_000 + generator.below(100_000_000))
    }
}

extension StandardData {
    /// Numbers of existing items, drawn with repetition.
    package func randomItems(_ count: Int, seed: UInt64) -> [Int] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in generator.below(items.count) }
    }

    /// Numbers of existing items, each at most once.
    package func distinctItems(_ count: Int, seed: UInt64) -> [Int] {
        var generator = SplitMix64(seed: seed)
        var numbers = Array(items.indices)
        var end = numbers.count
        while end > 1 {
            numbers.swapAt(end - 1, generator.below(end))
            end -= 1
        }
        return Array(numbers.prefix(count))
    }

    /// A page of items, each with its product nested: an array of `count` objects, each with a product of its own as long as
    /// there are enough.
    package func nestedPage(_ count: Int) -> Data {
        var text = "["
        text.reserveCapacity(count * 140)
        for number in 0..<count {
            let item = items[number % items.count]
            let product = products[item.product]
            text += number == 0 ? "" : ",\n"
            text += #"{"id":"\#(item.id)","productId":"\#(product.id)","balance":\#(item.balance),"#
            text += #""product":{"id":"\#(product.id)","name":"\#(product.name)"}}"#
        }
        return Data((text + "]").utf8)
    }
}
