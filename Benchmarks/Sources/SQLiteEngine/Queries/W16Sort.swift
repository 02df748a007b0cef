// What SQLite does in W16.

package import Workloads

extension SQLiteEngine {
    package func contender(_ work: Sort) throws -> Turns? {
        let connection = try reader()
        try connection.run("PRAGMA threads=2")
        let top = try connection.prepare("SELECT balance FROM item ORDER BY balance LIMIT \(Sort.firstCount)")
        let all = try connection.prepare("SELECT id FROM item ORDER BY balance")
        return Turns {
            var (sum, hash) = (0.0, 0)
            let first = try nanoseconds {
                while try top.step() { sum += top.double(0) }
                top.reset()
            }
            let keys = try nanoseconds {
                while try all.step() {
                    let key = unsafe all.text(0)
                    hash = unsafe Sort.step(hash, lastByte: key[key.count - 1])
                }
                all.reset()
            }
            return ([first, keys], [.sum(sum), .count(hash)])
        }
    }
}
