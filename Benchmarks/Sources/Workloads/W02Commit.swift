// W2: one item in a transaction of its own, made durable, beside the least that the disk could do.

import Quire

/// Commits of one inserted item. Ours, every peer's and the bare write take turns one by one, so that all meet the same
/// state of the disk.
package struct W2: Workload {
    package static let name = "W2"
    package static let statement = """
        try realm.write {
            let item = PortfolioItem()
            item.id = key
            item.productId = productKey
            item.balance = 1
            item.product = realm.object(ofType: Product.self, forPrimaryKey: productKey)
            realm.add(item)
        }
        """

    private static let commitsPerRun = 500
    private let realm: Realm
    private let floor: DiskFloor
    private var next: Int

    package init(_ bench: Bench) throws {
        realm = try Realm(configuration: Bench.configuration(try bench.copyOfLoaded("w2")))
        floor = try DiskFloor(directory: bench.directory)
        next = bench.data.items.count
        for peer in bench.peers { try peer.insert(bench.data, directory: bench.directory) }
        for _ in 0..<20 { try commitNext(bench) }
    }

    private func commit(_ key: String, _ productKey: String) throws {
        try realm.write {
            let item = PortfolioItem()
            item.id = key
            item.productId = productKey
            item.balance = 1
            item.product = realm.object(ofType: Product.self, forPrimaryKey: productKey)
            realm.add(item)
        }
    }

    /// One commit; its nanoseconds.
    @discardableResult
    private mutating func commitNext(_ bench: Bench) throws -> Double {
        let key = StandardData.itemKey(next)
        let productKey = StandardData.productKey(next % bench.data.products.count)
        next += 1
        return try nanoseconds { try commit(key, productKey) }
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        var bare: [Double] = []
        var ours: [Double] = []
        var theirs = bench.peers.map { _ in [Double]() }
        for _ in 0..<Self.commitsPerRun {
            bare.append(try nanoseconds { try floor.writeAndFlush() })
            let number = next
            ours.append(try commitNext(bench))
            for (place, peer) in bench.peers.enumerated() {
                let product = number % bench.data.products.count
                theirs[place].append(try nanoseconds { try peer.commit(item: number, product: product, balance: 1) })
            }
        }
        try check(realm.objects(PortfolioItem.self).count, next, "W2 items")
        let last = realm.object(ofType: PortfolioItem.self, forPrimaryKey: StandardData.itemKey(next - 1))
        try check(last?.product?.items.last, last, "W2 the last item in its product's inverse")
        let floorTime = median(bare)
        var figures = [
            Figure("W2 ÷ disk", "×", median(ours) / floorTime, bar: "≤ 1.6"),
            Figure("W2 commit", "µs", median(ours) / 1e3),
            Figure("W2 commit", engine: "disk", "µs", floorTime / 1e3),
        ]
        for (place, peer) in bench.peers.enumerated() {
            let time = median(theirs[place])
            figures.append(Figure("W2 commit", engine: peer.name, "µs", time / 1e3))
            figures.append(Figure("W2 ÷ disk", engine: peer.name, "×", time / floorTime))
        }
        return figures
    }
}
