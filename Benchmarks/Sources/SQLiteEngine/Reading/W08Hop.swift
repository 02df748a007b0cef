// What SQLite does in W08.

package import Workloads

extension SQLiteEngine {
    /// What an app does that follows links, one scan and one lookup for each hop; as values one join.
    package func contender(_ work: Hop) throws -> Turns? {
        let (connection, hasLink) = (try reader(), schema == .rowIds)
        let (link, target) = (schema.link, schema.target)
        let items = try connection.prepare("SELECT \(link) FROM item")
        let product = try connection.prepare("SELECT name FROM product WHERE \(target)=?1")
        let join = try connection.prepare("SELECT p.name FROM item i CROSS JOIN product p ON p.\(target)=i.\(link)")
        return Turns {
            var (bytes, joined) = (0, 0)
            let hops = try nanoseconds {
                try connection.snapshot {
                    while try items.step() {
                        if hasLink { product.bind(1, items.int(0)) } else { unsafe product.bind(1, items.text(0)) }
                        try product.step()
                        bytes += unsafe product.text(0).count
                        product.reset()
                    }
                    items.reset()
                }
            }
            let values = try nanoseconds {
                while try join.step() { joined += unsafe join.text(0).count }
                join.reset()
            }
            return ([hops, values], [.count(bytes), .count(joined)])
        }
    }

    package func contender(_ work: RandomHop) throws -> Turns? {
        let (connection, hasLink) = (try reader(), schema == .rowIds)
        let join = "item i CROSS JOIN product p ON p.\(schema.target)=i.\(schema.link)"
        let statement = try connection.prepare("SELECT p.name FROM \(join) WHERE i.\(schema.order)=?1")
        let keys = PackedTexts(data.keys(work.numbers))
        let rows = work.numbers.map { $0 + 1 }
        return Turns {
            var bytes = 0
            let time = try nanoseconds {
                try connection.snapshot {
                    for index in rows.indices {
                        if hasLink { statement.bind(1, rows[index]) } else { unsafe statement.bind(1, keys[index]) }
                        try statement.step()
                        bytes += unsafe statement.text(0).count
                        statement.reset()
                    }
                }
            }
            return ([time], [.count(bytes)])
        }
    }
}
