// What LMDB does in W10.

package import Workloads

extension LMDBEngine {
    package func contender(_ work: Update) -> Turns? {
        let keys = PackedTexts(data.keys(work.numbers))
        return Turns { [self] in
            let environment = try copy()
            let time = try nanoseconds { try environment.setBalances(keys, Update.balance) }
            return ([time], [.sum(try environment.read { try $0.sumOfBalances(environment) })])
        }
    }
}

extension Environment {
    /// Sets the balances of items in a durable transaction.
    func setBalances(_ keys: PackedTexts, _ balance: Double) throws {
        try write { transaction in
            let writer = try RecordWriter(transaction, self)
            for index in 0..<keys.count { try unsafe writer.setBalance(keys[index], balance) }
        }
    }
}
