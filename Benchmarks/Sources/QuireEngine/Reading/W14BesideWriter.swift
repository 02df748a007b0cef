// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Foundation
import Quire
import Workloads

/// W14: a view of the file for each thread.
final class QuireBesideWriter: BesideWriterStore {
    private let file: URL
    private let workspace: Workspace
    private let keys: [String]
    private let productCount: Int

    init(_ workload: BesideWriter, _ engine: QuireEngine) throws {
        workspace = engine.workspace
        file = try engine.workspace.copy(of: try engine.loadedFile())
        keys = engine.data.keys(workload.numbers)
        productCount = engine.data.products.count
    }

    deinit { workspace.remove(file) }

    private func open() throws -> Realm {
        try Realm(configuration: QuireEngine.configuration(file))
    }

    func makeReader() throws -> (Int) throws -> Double {
        let (realm, keys) = (try open(), keys)
        return { batch in
            let keys = keys[(batch * BesideWriter.batch)..<((batch + 1) * BesideWriter.batch)]
            var sum = 0.0
            // timed: W14 by Duet
            realm.refresh()
            for key in keys { sum += realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance ?? 0 }
            // end
            return sum
        }
    }

    func makeWriter() throws -> (Int, Int) throws -> Void {
        let (realm, productCount) = (try open(), productCount)
        return { first, count in
            let numbers = first..<first + count
            // timed: W14 by Duet
            try realm.write {
                for number in numbers {
                    let item = PortfolioItem()
                    item.id = StandardData.itemKey(number)
                    item.productId = StandardData.productKey(number % productCount)
                    item.balance = 1
                    item.product = realm.object(ofType: Product.self, forPrimaryKey: item.productId)
                    realm.add(item)
                }
            }
            // end
        }
    }

    func itemCount() throws -> Int {
        try open().objects(PortfolioItem.self).count
    }
}
