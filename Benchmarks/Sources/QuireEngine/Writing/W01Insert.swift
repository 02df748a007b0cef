// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Foundation
package import Quire
package import Workloads

extension QuireEngine {
    /// Fills an empty store; its nanoseconds.
    package static func insert(_ data: StandardData, into realm: Realm) throws -> Double {
        var products: [Product] = []
        products.reserveCapacity(data.products.count)
        return try nanoseconds {
            // timed: W1
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
            // end
        }
    }

    package func contender(_ work: Insert) -> Turns? {
        Turns { [self] in
            try withEmptyRealm { realm in
                let time = try Self.insert(data, into: realm)
                let items = realm.objects(PortfolioItem.self)
                let key = StandardData.productKey(data.products.count / 2)
                let product = realm.object(ofType: Product.self, forPrimaryKey: key)
                let found: [Answer.Value] = [
                    .count(realm.objects(Product.self).count), .count(items.count), .sum(items.sum(of: \.balance)),
                    .count(product?.items.count ?? -1), .text(product?.name ?? ""),
                ]
                return ([time], found)
            }
        }
    }
}
