// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: Commit) throws -> Turns? {
        let realm = try Realm(configuration: Self.configuration(try workspace.copy(of: try loadedFile())))
        let productCount = data.products.count
        var next = data.items.count
        return Turns {
            let key = StandardData.itemKey(next)
            let productKey = StandardData.productKey(next % productCount)
            next += 1
            let time = try nanoseconds {
                // timed: W2
                try realm.write {
                    let item = PortfolioItem()
                    item.id = key
                    item.productId = productKey
                    item.balance = 1
                    item.product = realm.object(ofType: Product.self, forPrimaryKey: productKey)
                    realm.add(item)
                }
                // end
            }
            return [nil, time]
        } answers: {
            let last = try realm.item(StandardData.itemKey(next - 1))
            let isLinked = last.product?.items.last == last
            return [.count(next - realm.objects(PortfolioItem.self).count), .sum(isLinked ? last.balance : .nan)]
        }
    }
}
