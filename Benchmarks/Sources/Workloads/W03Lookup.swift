// W3 and W3i: the balance of an item found by a random existing key, a string or a number.

import Quire

/// A million lookups by String key.
package struct W3: Workload {
    package static let name = "W3"
    package static let statement = """
        for key in keys { sum += realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance ?? 0 }
        """

    private let realm: Realm
    private let keys: [String]
    private let expected: Double

    package init(_ bench: Bench) throws {
        realm = try bench.loadedRealm()
        let numbers = bench.data.randomItems(bench.data.scaled(1_000_000), seed: 1001)
        keys = numbers.map { StandardData.itemKey($0) }
        expected = numbers.reduce(0) { $0 + bench.data.items[$1].balance }
        for peer in bench.peers {
            try peer.insert(bench.data, directory: bench.directory)
            try peer.prepareLookups(numbers)
        }
        _ = Self.lookUp(keys, realm)
    }

    private static func lookUp(_ keys: [String], _ realm: Realm) -> Double {
        var sum = 0.0
        for key in keys { sum += realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance ?? 0 }
        return sum
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        var sum = 0.0
        let time = nanoseconds { sum = Self.lookUp(keys, realm) } / Double(keys.count)
        try checkSum(sum, expected, "W3")
        var figures = [Figure("W3", "ns", time)]
        for peer in bench.peers {
            var sum = 0.0
            let peerTime = try nanoseconds { sum = try peer.sumOfLookups() } / Double(keys.count)
            try checkSum(sum, expected, "W3 by \(peer.name)")
            figures.append(Figure("W3", engine: peer.name, "ns", peerTime))
            figures.append(Figure("W3 ÷ \(peer.name)", "×", time / peerTime, bar: "≤ 1.5"))
        }
        return figures
    }
}

/// A million lookups by Int key.
package struct W3i: Workload {
    package static let name = "W3i"
    package static let statement = """
        for key in keys { sum += realm.object(ofType: NumberedItem.self, forPrimaryKey: key)?.balance ?? 0 }
        """

    private let realm: Realm
    private let keys: [Int]
    private let expected: Double

    package init(_ bench: Bench) throws {
        let data = bench.data
        let realm = try bench.emptyRealm("w3i")
        try realm.write {
            for number in data.items.indices {
                let item = NumberedItem()
                item.id = number
                item.productId = data.products[data.items[number].product].id
                item.balance = data.items[number].balance
                realm.add(item)
            }
        }
        self.realm = realm
        keys = data.randomItems(data.scaled(1_000_000), seed: 1001)
        expected = keys.reduce(0) { $0 + data.items[$1].balance }
        _ = Self.lookUp(keys, realm)
    }

    private static func lookUp(_ keys: [Int], _ realm: Realm) -> Double {
        var sum = 0.0
        for key in keys { sum += realm.object(ofType: NumberedItem.self, forPrimaryKey: key)?.balance ?? 0 }
        return sum
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        var sum = 0.0
        let time = nanoseconds { sum = Self.lookUp(keys, realm) } / Double(keys.count)
        try checkSum(sum, expected, "W3i")
        return [Figure("W3i", "ns", time)]
    }
}
