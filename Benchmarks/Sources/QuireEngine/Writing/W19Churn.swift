// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Foundation
import Quire
import Workloads

/// W19, and whatever else makes small changes: a copy of the loaded file.
final class QuireChanges: ChangingStore {
    private let realm: Realm
    private let file: URL
    private let workspace: Workspace

    init(_ engine: QuireEngine) throws {
        workspace = engine.workspace
        file = try engine.workspace.copy(of: try engine.loadedFile())
        realm = try Realm(configuration: QuireEngine.configuration(file))
    }

    deinit { workspace.remove(file) }

    func commit(_ changes: some Collection<ChangeStream.Change>) throws {
        let realm = realm
        // timed: W19 by Churn
        try realm.write {
            for change in changes {
                switch change {
                case .set(let key, let balance):
                    realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance = balance
                case .insert(let key, _, let productKey, let balance):
                    let item = PortfolioItem()
                    item.id = key
                    item.productId = productKey
                    item.balance = balance
                    item.product = realm.object(ofType: Product.self, forPrimaryKey: productKey)
                    realm.add(item)
                case .delete(let key):
                    if let item = realm.object(ofType: PortfolioItem.self, forPrimaryKey: key) { realm.delete(item) }
                }
            }
        }
        // end
    }

    func itemCount() -> Int { realm.objects(PortfolioItem.self).count }

    func sumOfBalances() -> Double { realm.objects(PortfolioItem.self).sum(of: \.balance) }

    func fileBytes() throws -> Int { try Disk.allocatedBytes(file) }
}
