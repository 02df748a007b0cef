// What SQLite does in W10.

package import Workloads

extension SQLiteEngine {
    package func contender(_ work: Update) -> Turns? {
        let keys = PackedTexts(data.keys(work.numbers))
        return Turns { [self] in
            let connection = try copy()
            let statement = try connection.prepare("UPDATE item SET balance=?2 WHERE id=?1")
            let time = try nanoseconds {
                try connection.transaction { try statement.setBalances(keys, Update.balance) }
            }
            return ([time], [.sum(try connection.sumOfBalances())])
        }
    }
}

extension Statement {
    /// Runs an update for each key.
    func setBalances(_ keys: PackedTexts, _ balance: Double) throws {
        for index in 0..<keys.count {
            unsafe bind(1, keys[index])
            bind(2, balance)
            try run()
        }
    }
}
