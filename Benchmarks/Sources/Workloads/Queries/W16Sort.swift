// W16: order by a property without an index.

/// The first hundred items by balance, and the keys of all in that order.
package struct Sort: Workload {
    package static let name = "W16"
    package static let work = "sort the items by balance: the first 100, and the keys of all"
    package static let firstCount = 100
    package let turns = 3
    package let warmUps = 1
    package let rows = [
        Row("W16 first 100", .milliseconds, bar: .atMost(4)), Row("W16 all keys", .milliseconds, bar: .atMost(80)),
    ]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        let order = data.items.indices.sorted { data.items[$0].balance < data.items[$1].balance }
        expected = [
            .sum("the balances of the first 100", data.balances(order.prefix(Self.firstCount))),
            .count("a hash of all keys in order", Self.hash(order.lazy.map { data.items[$0].id })),
        ]
    }

    /// A number that depends on the order of keys.
    package static func hash(_ keys: some Sequence<String>) -> Int {
        keys.reduce(0) { hash, key in key.utf8.last.map { step(hash, lastByte: $0) } ?? hash }
    }

    /// One more key, of which the last byte counts. Cheap, since engines that walk keys do it inside the clock.
    @inline(__always)
    package static func step(_ hash: Int, lastByte: UInt8) -> Int {
        hash &* 31 &+ Int(lastByte)
    }
}
