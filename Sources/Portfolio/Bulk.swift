// The same at size: how fast objects come in, how large they are, how fast they are found.

import Foundation
import Quire

/// Imports a generated payload of `objectCount` objects: ten items for each product.
struct Bulk {
    let directory: URL
    let objectCount: Int

    private static let pageSize = 50_000

    func run() throws {
        var configuration = Realm.Configuration(fileURL: directory.appending(path: "bulk.quire"))
        configuration.objectTypes = classes
        let realm = try Realm(configuration: configuration)
        let productCount = max(objectCount / 11, 1)
        let itemCount = objectCount - productCount
        let seconds = try load(realm, productCount: productCount, itemCount: itemCount)
        report(realm, seconds: seconds, productCount: productCount, itemCount: itemCount, configuration)
    }

    private func load(_ realm: Realm, productCount: Int, itemCount: Int) throws -> Double {
        var seconds = 0.0
        let clock = ContinuousClock()
        for start in stride(from: 0, to: productCount, by: Self.pageSize) {
            let page = productsPage(start..<min(start + Self.pageSize, productCount))
            seconds += try clock.measure { _ = try realm.importJSON(Product.self, from: page) }.seconds
        }
        for start in stride(from: 0, to: itemCount, by: Self.pageSize) {
            let page = itemsPage(start..<min(start + Self.pageSize, itemCount), productCount: productCount)
            seconds += try clock.measure { _ = try realm.importJSON(PortfolioItem.self, from: page) }.seconds
        }
        return seconds
    }

    private func productsPage(_ range: Range<Int>) -> Data {
        var text = "["
        for number in range {
            if number > range.lowerBound { text += "," }
            text +=
                #"{"id":"P\#(number)","name":"Product \#(number)","issuer":{"name":"Issuer \#(number % 97)"},"notes":[]}"#
        }
        return Data((text + "]").utf8)
    }

    private func itemsPage(_ range: Range<Int>, productCount: Int) -> Data {
        var text = "["
        for number in range {
            if number > range.lowerBound { text += "," }
            text += #"{"id":"I\#(number)","balance":\#(number % 10_000),"productId":"P\#(number % productCount)"}"#
        }
        return Data((text + "]").utf8)
    }

    private func report(
        _ realm: Realm, seconds: Double, productCount: Int, itemCount: Int, _ configuration: Realm.Configuration
    ) {
        let total = productCount + itemCount
        print(
            "\(total) objects imported: \(Int(Double(total) / seconds)) objects per second, parsing and commits included"
        )
        if let size = configuration.fileURL.flatMap({
            try? FileManager.default.attributesOfItem(atPath: $0.path)[.size] as? Int
        }) {
            print("\(size / total) bytes per object in the file")
        }
        let clock = ContinuousClock()
        var found = 0.0
        let keys = (0..<100_000).map { "I\($0 &* 7_919 % max(itemCount, 1))" }
        let lookup = clock.measure {
            for key in keys {
                found += realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance ?? 0
            }
        }
        print("\(Int(lookup.seconds / Double(keys.count) * 1e9)) ns to find an item by its key and read its balance")
        var items = 0
        let products = (0..<10_000).compactMap {
            realm.object(ofType: Product.self, forPrimaryKey: "P\($0 % productCount)")
        }
        let inverse = clock.measure { for product in products { items += product.items.count } }
        print("\(Int(inverse.seconds / Double(max(products.count, 1)) * 1e9)) ns to count the items of a product")
        print("(check sums: \(Int(found)), \(items))")
    }
}

extension Duration {
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
