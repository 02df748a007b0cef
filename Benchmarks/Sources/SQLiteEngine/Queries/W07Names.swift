// What SQLite does in W07.

package import Workloads

extension SQLiteEngine {
    package func contender(_ work: NameSearch) throws -> Turns? {
        let contains = try Query(self, "SELECT count(*) FROM product WHERE instr(name,'\(NameSearch.infix)')>0")
        let begins = try Query(self, "SELECT count(*) FROM product WHERE name GLOB '\(NameSearch.prefix)*'")
        return Turns {
            let counts = [try contains.time { $0.int(0) }, try begins.time { $0.int(0) }]
            return (counts.map(\.time), counts.map { .count($0.row) })
        }
    }
}
