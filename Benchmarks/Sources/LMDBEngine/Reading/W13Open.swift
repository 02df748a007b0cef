// The side of LMDBEngine in W13Open.

import Foundation
import Workloads

/// W13, in the child.
enum LMDBOpen {
    /// Nanoseconds and the balance.
    static func run(file: URL, key: String, _ workspace: Workspace) throws -> [Double] {
        let keys = PackedTexts([key])
        var balance = Double.nan
        let time = try nanoseconds {
            let environment = try Environment(opening: file, workspace)
            balance = try environment.read { try unsafe ItemRecord.balance($0.get(environment.items, keys[0])) }
        }
        return [time, balance]
    }
}
