// W1 and half of W13: everything in one transaction, with all indexes and inverses, and the size of the file it makes.

import Foundation
package import Quire

/// Inserts all products and items in one transaction.
package struct W1: Workload {
    package static let name = "W1"
    package static let statement = """
        try realm.write {
            for record in data.products {
                let product = Product()
                product.id = record.id
                product.name = record.name
                product.price = record.price
                product.category = record.category
                product.createdAt = Date(timeIntervalSince1970: Double(record.createdAt))
                realm.add(product)
                products.append(product)
            }
            for record in data.items {
                let item = PortfolioItem()
                item.id = record.id
                item.productId = products[record.product].id
                item.balance = record.balance
                item.product = products[record.product]
                realm.add(item)
            }
        }
        """

    package init(_ bench: Bench) {}

    /// The timed work, also what fills the file of the other workloads.
    package static func insert(_ data: StandardData, into realm: Realm) throws {
        var products: [Product] = []
        products.reserveCapacity(data.products.count)
        try realm.write {
            for record in data.products {
                let product = Product()
                product.id = record.id
                product.name = record.name
                product.price = record.price
                product.category = record.category
                product.createdAt = Date(timeIntervalSince1970: Double(record.createdAt))
                realm.add(product)
                products.append(product)
            }
            for record in data.items {
                let item = PortfolioItem()
                item.id = record.id
                item.productId = products[record.product].id
                item.balance = record.balance
                item.product = products[record.product]
                realm.add(item)
            }
        }
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        let data = bench.data
        let objects = Double(data.objectCount)
        var figures = try bench.withEmptyRealm("w1") { realm, file in
            let time = try nanoseconds { try Self.insert(data, into: realm) }
            try Self.verify(data, realm)
            return [
                Figure("W1", "M objects/s", objects / time * 1e3, bar: "≥ 0.7"),
                Figure("W13 file", "bytes/object", Double(try DiskFloor.allocatedBytes(file)) / objects, bar: "≤ 75"),
            ]
        }
        for peer in bench.peers {
            let time = try nanoseconds { try peer.insert(data, directory: bench.directory) }
            figures.append(Figure("W1", engine: peer.name, "M objects/s", objects / time * 1e3))
            figures.append(
                Figure("W13 file", engine: peer.name, "bytes/object", Double(peer.fileBytes()) / objects))
        }
        return figures
    }

    private static func verify(_ data: StandardData, _ realm: Realm) throws {
        let items = realm.objects(PortfolioItem.self)
        try check(realm.objects(Product.self).count, data.products.count, "W1 products")
        try check(items.count, data.items.count, "W1 items")
        try checkSum(items.sum(of: \.balance), data.items.reduce(0) { $0 + $1.balance }, "W1 balances")
        let number = data.products.count / 2
        let expected = data.items.count(where: { $0.product == number })
        let product = realm.object(ofType: Product.self, forPrimaryKey: StandardData.productKey(number))
        try check(product?.items.count, expected, "W1 items of a product")
        try check(product?.name, data.products[number].name, "W1 name of a product")
    }
}
