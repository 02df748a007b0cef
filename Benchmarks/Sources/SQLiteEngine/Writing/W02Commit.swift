// What SQLite does in W02.

package import Workloads

extension SQLiteEngine {
    package func contender(_ work: Commit) throws -> Turns? {
        let connection = try copy()
        let writer = try ItemWriter(connection, schema, texts)
        let join = "item JOIN product ON product.\(schema.target)=item.\(schema.link)"
        var next = data.items.count
        return Turns {
            let number = next
            next += 1
            return [nil, try nanoseconds { try writer.insert(number, balance: Commit.balance) }]
        } answers: {
            let key = StandardData.itemKey(next - 1)
            return [
                .count(next - (try connection.itemCount())),
                .sum(try connection.number("SELECT balance FROM \(join) WHERE item.id='\(key)'")),
            ]
        }
    }
}
