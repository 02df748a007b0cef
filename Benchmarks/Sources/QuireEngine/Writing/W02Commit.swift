// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
import Workloads

/// W2.
final class QuireCommit: Contender {
    private let data: StandardData
    private let realm: Realm
    private var next: Int

    init(_ engine: QuireEngine) throws {
        data = engine.data
        next = data.items.count
        let file = try engine.workspace.copy(of: try engine.loadedFile())
        realm = try Realm(configuration: QuireEngine.configuration(file))
    }

    func turn() throws -> [Double?] {
        let key = StandardData.itemKey(next)
        let productKey = StandardData.productKey(next % data.products.count)
        next += 1
        let realm = realm
        return [
            nil,
            try nanoseconds {
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
            },
        ]
    }

    func answers() throws -> [Answer.Value]? {
        let last = try realm.item(StandardData.itemKey(next - 1))
        let isLinked = last.product?.items.last == last
        return [.count(next - realm.objects(PortfolioItem.self).count), .sum(isLinked ? last.balance : .nan)]
    }
}
