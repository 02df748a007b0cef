// Orders and aggregates of random objects, filtered and not, against plain Swift.

import Foundation
import QuireTestSupport
import XCTest

@testable import Quire

final class QueryOrderTests: XCTestCase {
    private let seed = UInt64.random(in: 0...UInt64.max)

    func testOrdersAndAggregates_inMemory_withSmallPages() throws {
        var configuration = Realm.Configuration(
            inMemoryIdentifier: UUID().uuidString, objectTypes: [QueryItem.self, QueryProduct.self])
        configuration.pageSize = 512
        try run(configuration, 120)
    }

    func testOrdersAndAggregates_onAFile_withUsualPages() throws {
        try withTemporaryDirectory { directory in
            try run(
                Realm.Configuration(
                    fileURL: directory.appending(path: "order.quire"), objectTypes: [QueryItem.self, QueryProduct.self]),
                1_050)
        }
    }

    private func run(_ configuration: Realm.Configuration, _ count: Int) throws {
        print("query order seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let realm = try Realm(configuration: configuration)
        try realm.write {
            for id in 0..<count {
                let item = QueryItem()
                item.id = id
                item.fill(&generator)
                // Some that are close together, some that are far apart.
                item.double = generator.below(3) == 0 ? item.double : Double(generator.below(1 << 40)) / 1024
                realm.add(item)
            }
        }
        try compare(realm, "read")
        try realm.write {
            for item in realm.objects(QueryItem.self) where generator.below(5) == 0 { realm.delete(item) }
            try compare(realm, "write")
            realm.objects(QueryItem.self).first?.double = -7e200
            try compare(realm, "after a change in place")
        }
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
    }

    private func compare(_ realm: Realm, _ place: String) throws {
        let all = realm.objects(QueryItem.self)
        for (results, text) in [
            (all, "all"), (all.where { $0.small > 0 }, "some"), (all.where { $0.indexedNumber == 3 }, "by index"),
            (all.where { $0.number == 123_456 }, "none"),
        ] {
            let place = "\(text), \(place), seed \(seed)"
            compareOrders(results, place)
            compareAggregates(results, place)
        }
    }

    // MARK: Orders

    private func compareOrders(_ results: Results<QueryItem>, _ place: String) {
        // Not the same accessor for one after another.
        let items = Array(results)
        let ids = items.map(\.id)
        let flagged = Set(items.filter(\.flag).map(\.id))
        func order<V>(
            _ name: String, _ path: KeyPath<QueryItem, V>, _ isBefore: @escaping (V, V) -> Bool
        ) {
            let values = items.map { $0[keyPath: path] }
            for ascending in [true, false] {
                let expected = values.enumerated().sorted { a, b in
                    let (first, second) = ascending ? (a.element, b.element) : (b.element, a.element)
                    return isBefore(first, second) || (!isBefore(second, first) && a.offset < b.offset)
                }.map { ids[$0.offset] }
                let context = "\(name) \(ascending), \(place)"
                // The first ones of a view that nobody has seen yet, one by one and together.
                let first = results.sorted(by: path, ascending: ascending)
                XCTAssertEqual(first.first?.id, expected.first, context)
                XCTAssertEqual(Array(first.prefix(9)).map(\.id), Array(expected.prefix(9)), context)
                XCTAssertEqual(first.prefix(3).map(\.id), Array(expected.prefix(3)), context)
                let middle = expected.count / 2
                if middle > 0 {
                    XCTAssertEqual(results.sorted(by: path, ascending: ascending)[middle].id, expected[middle], context)
                }
                XCTAssertEqual(results.sorted(by: path, ascending: ascending).values(\.id), expected, context)
                XCTAssertEqual(first.values(\.id), expected, context)
                XCTAssertEqual(first.last?.id, expected.last, context)
                XCTAssertEqual(
                    first.where { $0.flag }.values(\.id), expected.filter { flagged.contains($0) }, context)
            }
        }
        order("flag", \.flag) { !$0 && $1 }
        order("small", \.small, <)
        order("short", \.short, <)
        order("medium", \.medium, <)
        order("large", \.large, <)
        order("number", \.number, <)
        order("date", \.date, <)
        order("float", \.float) { Self.isBefore(Double($0), Double($1)) }
        order("double", \.double) { Self.isBefore($0, $1) }
        order("maybeDouble", \.maybeDouble) { Self.isBefore($0, $1) }
        order("maybeNumber", \.maybeNumber) { ($0 ?? .min) < ($1 ?? .min) }
        order("text", \.text) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        order("data", \.data) { $0.lexicographicallyPrecedes($1) }
        order("level", \.level) { $0.rawValue < $1.rawValue }
        order("doubled", \.doubled, <)
        let twice: [RealmSortDescriptor] = [
            RealmSortDescriptor(keyPath: \QueryItem.indexedNumber, ascending: false),
            RealmSortDescriptor(keyPath: "maybeText"),
        ]
        let keys = items.map { ($0.indexedNumber, $0.maybeText.map { Array($0.utf8) }) }
        let expected = keys.enumerated().sorted { a, b in
            if a.element.0 != b.element.0 { return a.element.0 > b.element.0 }
            if a.element.1 == b.element.1 { return a.offset < b.offset }
            guard let first = a.element.1, let second = b.element.1 else { return a.element.1 == nil }
            return first.lexicographicallyPrecedes(second)
        }.map { ids[$0.offset] }
        XCTAssertEqual(results.sorted(by: twice).prefix(7).map(\.id), Array(expected.prefix(7)), place)
        XCTAssertEqual(results.sorted(by: twice).values(\.id), expected, place)
        let doubles = Array(results).map(\.double).sorted { Self.isBefore($0, $1) }
        let sorted = results.sorted(by: \.double).values(\.double)
        XCTAssertEqual(sorted.filter { !$0.isNaN }, doubles.filter { !$0.isNaN }, place)
        XCTAssertEqual(sorted.prefix { $0.isNaN }.count, doubles.prefix { $0.isNaN }.count, place)
        XCTAssertEqual(
            sorted.count { $0.bitPattern == 1 << 63 }, doubles.count { $0.bitPattern == 1 << 63 }, "−0 stays, \(place)")
        XCTAssertEqual(results.sorted(by: \.number).values(\.number), Array(results).map(\.number).sorted(), place)
    }

    /// nil, then NaN, then numbers; both zeros are one.
    private static func isBefore(_ a: Double?, _ b: Double?) -> Bool {
        guard let b else { return false }
        guard let a else { return true }
        if a.isNaN || b.isNaN { return a.isNaN && !b.isNaN }
        return a < b
    }

    // MARK: Aggregates

    private func compareAggregates(_ results: Results<QueryItem>, _ place: String) {
        let items = Array(results)
        func integers<V: AddableType & FixedWidthInteger>(_ path: KeyPath<QueryItem, V>, _ values: [V]) {
            XCTAssertEqual(results.min(of: path), values.min(), place)
            XCTAssertEqual(results.max(of: path), values.max(), place)
            let sum = values.reduce(Int128(0)) { $0 + Int128($1) }
            if let exact = V(exactly: sum) { XCTAssertEqual(results.sum(of: path), exact, place) }
            XCTAssertEqual(
                results.average(of: path), values.isEmpty ? nil : Double(sum) / Double(values.count), place)
        }
        integers(\.small, items.map(\.small))
        integers(\.short, items.map(\.short))
        integers(\.medium, items.map(\.medium))
        integers(\.large, items.map(\.large))
        integers(\.number, items.map(\.number))
        let numbers = items.compactMap(\.maybeNumber)
        XCTAssertEqual(results.sum(of: \.maybeNumber), numbers.reduce(0, +), place)
        XCTAssertEqual(results.min(of: \.maybeNumber), numbers.min(), place)
        XCTAssertEqual(results.max(of: \.maybeNumber), numbers.max(), place)
        let dates = items.map(\.date)
        XCTAssertEqual(results.min(of: \.date), dates.min(), place)
        XCTAssertEqual(results.max(of: \.date), dates.max(), place)
        XCTAssertEqual(results.max(of: \.maybeDate), items.compactMap(\.maybeDate).max(), place)
        let doubles = items.map(\.double).filter { !$0.isNaN }
        XCTAssertEqual(results.min(of: \.double), doubles.min(), place)
        XCTAssertEqual(results.max(of: \.double), doubles.max(), place)
        let floats = items.compactMap(\.maybeFloat).filter { !$0.isNaN }
        XCTAssertEqual(results.min(of: \.maybeFloat), floats.min(), place)
        XCTAssertEqual(results.max(of: \.maybeFloat), floats.max(), place)
        // Of numbers that add up exactly, in any order.
        let positive = results.where { $0.double.contains(0.5...1e9) }
        let chosen = items.map(\.double).filter { (0.5...1e9).contains($0) }
        XCTAssertEqual(positive.sum(of: \.double), chosen.reduce(0, +), place)
        XCTAssertEqual(
            positive.average(of: \.double), chosen.isEmpty ? nil : chosen.reduce(0, +) / Double(chosen.count), place)
        XCTAssertEqual(results.sum(of: \.doubled), items.reduce(0) { $0 + $1.doubled }, place)
    }
}
