// W13: opening the loaded file and reading one object, in a process of its own; and the file's size.

package import Foundation

/// Opens and reads in a fresh process, which tells its own time.
package struct Open: Workload {
    package static let name = "W13"
    package static let work = "open the loaded file in a fresh process and read one object; the file's size"
    package let turns = 15
    package let warmUps = 1
    /// The key of the object.
    package let key: String
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        let item = data.items[data.items.count / 2]
        key = item.id
        rows = [
            Row("W13 open", .microseconds, bar: .atMost(150)),
            Row("W13 file", .bytes(each: data.objectCount), bar: .atMost(65)),
        ]
        expected = [.sum("the balance of the object", item.balance)]
    }
}

extension Open {
    /// Any engine's side: its child opens the file, which is loaded and closed, and prints nanoseconds and the balance.
    package func contender(_ engine: any Engine, file: URL) -> Turns {
        Turns {
            let numbers = try ChildOrder(["open", file.path, key]).run(by: engine, expecting: 2)
            return ([numbers[0], Double(try Disk.allocatedBytes(file))], [.sum(numbers[1])])
        }
    }
}
