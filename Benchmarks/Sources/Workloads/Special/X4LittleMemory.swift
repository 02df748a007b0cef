// X4: a file that is larger than the memory there is.

package import Foundation

/// Looks up and changes random items in a process whose memory, cached pages included, is half of the file.
package struct LittleMemory: Workload {
    package static let name = "X4"
    package static let work = "a file ten times that of W1, memory limited to half of it: look up and set by random key"
    /// Items in the file.
    package let items: Int
    /// Items that are looked up, the first `updates` of which get another balance.
    package let lookups: Int
    /// Items that are changed.
    package let updates: Int
    /// Another balance.
    package static let balance = 0.5
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        items = data.items.count
        lookups = data.scaled(10_000)
        updates = data.scaled(1000)
        rows = [Row("X4 lookup", .nanoseconds(each: lookups)), Row("X4 set", .nanoseconds(each: updates))]
        let numbers = Self.numbers(lookups, of: items)
        expected = [
            .sum("the balances", data.balances(numbers)), .sum("the balance that was set last", Self.balance),
        ]
    }

    /// Drawn in the child, which has no data.
    private static func numbers(_ count: Int, of items: Int) -> [Int] {
        var generator = SplitMix64(seed: 105)
        return (0..<count).map { _ in generator.below(items) }
    }

    /// What the child of an engine does: `lookUp` gives the sum of balances, `update` sets them in one transaction.
    package static func run(
        _ order: ChildOrder, lookUp: ([String]) throws -> Double, update: ([String], Double) throws -> Void
    ) throws -> [Double] {
        let counts = order.words.dropFirst(2).compactMap { Int($0) }
        guard counts.count == 3 else { throw WrongAnswer("X4: a child needs three numbers.") }
        let keys = numbers(counts[1], of: counts[0]).map(StandardData.itemKey)
        let found = try timed { try lookUp(keys) }
        let changed = Array(keys.prefix(counts[2]))
        let time = try nanoseconds { try update(changed, balance) }
        return [found.time, time, found.result, try lookUp(changed.suffix(1))]
    }
}

extension LittleMemory {
    /// Any engine's side: its child gets the order `memory FILE ITEMS LOOKUPS UPDATES`. `file` has all the data; each turn gets
    /// a copy of which the system has no page in memory.
    package func contender(_ engine: any Engine, file: URL, _ workspace: Workspace) -> Turns {
        Turns {
            let copy = try workspace.copy(of: file)
            defer { workspace.remove(copy) }
            try Disk.forget(copy)
            let counts = [items, lookups, updates].map(String.init)
            let order = ChildOrder(["memory", copy.path] + counts, memoryLimit: try Disk.allocatedBytes(file) / 2)
            let numbers = try order.run(by: engine, expecting: 4)
            return ([numbers[0], numbers[1]], [.sum(numbers[2]), .sum(numbers[3])])
        }
    }
}
