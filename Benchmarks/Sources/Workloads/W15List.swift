// W15: an ordered list of a million links.

import Quire

/// Appends, reads at random places, inserts at random places. Commits are in the times of changes.
package struct W15: Workload {
    package static let name = "W15"
    package static let statement = """
        try realm.write { for item in targets { list.append(item) } }
        for position in positions { sum += list[position].balance }
        try realm.write { for place in places { list.insert(item, at: place) } }
        """

    private let numbers: [Int]
    private let positions: [Int]
    private let places: [Int]
    private let expected: Double

    package init(_ bench: Bench) {
        let length = bench.data.scaled(1_000_000)
        numbers = bench.data.randomItems(length, seed: 7)
        var generator = SplitMix64(seed: 8)
        positions = (0..<length).map { _ in generator.below(length) }
        places = (0..<max(bench.data.scaled(10_000), 10)).map { generator.below(length + $0) }
        let numbers = numbers
        expected = positions.reduce(0) { $0 + bench.data.items[numbers[$1]].balance }
    }

    private static func append(_ targets: [PortfolioItem], to list: List<PortfolioItem>, _ realm: Realm) throws {
        try realm.write { for item in targets { list.append(item) } }
    }

    private static func read(_ list: List<PortfolioItem>, at positions: [Int]) -> Double {
        var sum = 0.0
        for position in positions { sum += list[position].balance }
        return sum
    }

    private static func insert(
        _ item: PortfolioItem, into list: List<PortfolioItem>, at places: [Int], _ realm: Realm
    ) throws {
        try realm.write { for place in places { list.insert(item, at: place) } }
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        try bench.withCopy("w15") { realm, _ in
            let list = try realm.write { realm.create(Watchlist.self, value: ["id": 1]).items }
            let targets = realm.objects(PortfolioItem.self).objects(at: numbers)
            let append = try nanoseconds { try Self.append(targets, to: list, realm) } / Double(targets.count)
            try check(list.count, targets.count, "W15 links")
            var sum = 0.0
            let read = nanoseconds { sum = Self.read(list, at: positions) } / Double(positions.count)
            try checkSum(sum, expected, "W15 balances")
            let item = targets[0]
            let insert = try nanoseconds { try Self.insert(item, into: list, at: places, realm) } / Double(places.count)
            try check(list.count, targets.count + places.count, "W15 links after the insertions")
            try check(places.last.map { list[$0] }, item, "W15 the link inserted last")
            return [
                Figure("W15 append", "ns", append), Figure("W15 read", "ns", read), Figure("W15 insert", "ns", insert),
            ]
        }
    }
}
