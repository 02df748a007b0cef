// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: Update) -> Turns? {
        let (keys, balance) = (data.keys(work.numbers), Update.balance)
        return Turns { [self] in
            try withCopy { realm in
                let time = try nanoseconds {
                    // timed: W10
                    try realm.write {
                        for key in keys {
                            realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance = balance
                        }
                    }
                    // end
                }
                return ([time], [.sum(realm.objects(PortfolioItem.self).sum(of: \.balance))])
            }
        }
    }
}
