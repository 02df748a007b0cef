// How many nodes a query asks for: few where a key, an index or an inverse leads to the rows, each leaf once otherwise.

import Foundation
import QuireTestSupport
import XCTest

@testable import Quire
@testable import QuireStorage

final class QueryBudgetTests: XCTestCase {
    private static let count = 6_000

    final class Entry: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted(indexed: true) var group: Int
        @Persisted(indexed: true) var name: String
        @Persisted var amount: Double
        @Persisted var owner: Owner?
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }

    final class Owner: Object {
        @Persisted(primaryKey: true) var key: String
        @Persisted var rank: Int
        @Persisted(originProperty: "owner") var entries: LinkingObjects<Entry>
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }

    func testQueries_touchNoMoreThanTheirWay() throws {
        try withTemporaryDirectory { directory in
            let configuration = Realm.Configuration(
                fileURL: directory.appending(path: "budget.quire"), objectTypes: [Entry.self, Owner.self])
            try fill(configuration)
            let heights = try heights(configuration)
            XCTAssertGreaterThan(heights.leaves, 30)

            func expect(
                _ budget: Int, _ expected: Int, _ what: String, _ query: @escaping (Query<Entry>) -> Query<Bool>
            ) throws {
                let touched = try touches(configuration) { realm in
                    XCTAssertEqual(realm.objects(Entry.self).where(query).count, expected, what)
                }
                XCTAssertLessThanOrEqual(touched, budget, "\(what), count")
                let found = try touches(configuration) { realm in
                    XCTAssertEqual(realm.objects(Entry.self).where(query).map(\.id).count, expected, what)
                }
                XCTAssertGreaterThan(found, 0, what)
            }
            // A descent for the key; counted without a look at the row.
            try expect(heights.keys, 1, "key") { $0.id == 4_321 }
            try expect(3 * heights.keys, 2, "keys") { $0.id.in([4_321, 17, -5]) }
            // The node above the leaf once more, for where the leaf ends.
            try expect(heights.keys + heights.rows + 1, 0, "key and more") { $0.id == 4_321 && $0.amount < 0 }
            // Counted by the index alone, however many there are.
            try expect(3 * heights.index, Self.count / 100, "index") { $0.group == 7 }
            try expect(3 * heights.index, Self.count / 2, "index, half of all") { $0.group < 50 }
            try expect(3 * heights.index, Self.count / 100, "nothing more than one of several") { $0.group.in([7]) }
            // The names are compared in the rows, eleven of them.
            try expect(4 * heights.names + 12 * heights.rows, 11, "text index") { $0.name.starts(with: "name 123") }
            try expect(4 * heights.names + 2 * heights.rows, 1, "text index, equal") { $0.name == "name 1234" }
            // The owner by its key, its entries by the inverse.
            try expect(24, Self.count / 50, "through a link") { $0.owner.key == "o7" }
            // Every leaf once, and the nodes above.
            let once = 2 * heights.leaves + heights.rows
            try expect(once, Self.count / 2, "scan") { $0.amount >= Double(Self.count / 2) }
            try expect(once, Self.count / 4, "scan of two questions") {
                $0.amount >= Double(Self.count / 2) && $0.amount < Double(Self.count / 4 * 3)
            }
            // The scan ends where the first is found: the amounts ascend.
            let early = try touches(configuration) { realm in
                let results = realm.objects(Entry.self).where { $0.amount >= 100 }
                XCTAssertFalse(results.isEmpty)
                XCTAssertEqual(results.first?.id, 100)
            }
            XCTAssertLessThanOrEqual(early, 4 * heights.rows, "first of a scan")
            let touched = try touches(configuration) { realm in
                let first = realm.objects(Entry.self).sorted(by: \.amount, ascending: false).prefix(20)
                XCTAssertEqual(first.first?.id, Self.count - 1)
            }
            XCTAssertLessThanOrEqual(touched, once + 3 * heights.rows, "first of an order")
            let sum = try touches(configuration) { realm in
                XCTAssertEqual(
                    realm.objects(Entry.self).where { $0.group == 7 }.sum(of: \.amount),
                    stride(from: 7.0, to: Double(Self.count), by: 100).reduce(0, +))
            }
            XCTAssertLessThanOrEqual(sum, once + 4 * heights.index, "sum by index: no leaf twice")
        }
    }

    private func fill(_ configuration: Realm.Configuration) throws {
        let realm = try Realm(configuration: configuration)
        try realm.write {
            let owners = (0..<50).map { number in
                let owner = Owner()
                owner.key = "o\(number)"
                owner.rank = number
                return owner
            }
            realm.add(owners)
            for id in 0..<Self.count {
                let entry = Entry()
                entry.id = id
                entry.group = id % 100
                entry.name = "name \(id)"
                entry.amount = Double(id)
                entry.owner = owners[id % 50]
                realm.add(entry)
            }
        }
    }

    /// The nodes that `body` asks a fresh view for which has read the roots and nothing else.
    private func touches(_ configuration: Realm.Configuration, _ body: (Realm) throws -> Void) throws -> Int {
        let realm = try Realm(configuration: configuration)
        for binding in realm.context.orderedBindings { _ = try binding.table.count }
        realm.context.session.space.touchCount = 0
        try body(realm)
        return realm.context.session.space.touchCount
    }

    private func heights(
        _ configuration: Realm.Configuration
    ) throws -> (rows: Int, keys: Int, index: Int, names: Int, leaves: Int) {
        let realm = try Realm(configuration: configuration)
        let binding = realm.context.binding(Entry.self)
        let table = binding.table
        _ = try table.count
        let group = try XCTUnwrap(binding.property(named: "group")).column
        let name = try XCTUnwrap(binding.property(named: "name")).column
        var leaves = 0
        try RowScan(table, nil).forEachLeaf { _, _ in
            leaves += 1
            return true
        }
        return (
            table.main.root.height, table.keys?.numbers?.root.height ?? 0,
            table.indexes[group]?.numbers?.root.height ?? 0, table.indexes[name]?.bytes?.root.height ?? 0, leaves
        )
    }
}
