// X3: all items refer to one product. SQL has no place in an order that is found without counting to it.

package import Workloads

extension SQLiteEngine {
    package func contender(_ work: HotInverse) throws -> Turns? {
        let connection = try reader()
        let product = "(SELECT \(schema.target) FROM product ORDER BY id LIMIT 1)"
        let of = "FROM item WHERE \(schema.link)=\(product)"
        let count = try connection.prepare("SELECT count(*) \(of)")
        let first = try connection.prepare("SELECT balance \(of) ORDER BY \(schema.order) LIMIT 1")
        let all = try connection.prepare("SELECT balance \(of)")
        return Turns {
            var (items, firsts, sum) = (0, 0.0, 0.0)
            let asked = try nanoseconds {
                try connection.snapshot {
                    for _ in 0..<work.asks {
                        try count.step()
                        items += count.int(0)
                        count.reset()
                        try first.step()
                        firsts += first.double(0)
                        first.reset()
                    }
                }
            }
            let walked = try nanoseconds {
                while try all.step() { sum += all.double(0) }
                all.reset()
            }
            return ([asked, walked, nil], [.count(items), .sum(firsts), .sum(sum), .sum(sum)])
        }
    }
}
