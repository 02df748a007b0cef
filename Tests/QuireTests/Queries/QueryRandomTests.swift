// Random questions over random objects, against plain Swift.

import Foundation
import QuireTestSupport
import XCTest

@testable import Quire
@testable import QuireStorage

final class QueryRandomTests: XCTestCase {
    private static let types: [Object.Type] = [QueryItem.self, QueryProduct.self]

    func testQueries_inMemory_withSmallPages() throws {
        var configuration = Realm.Configuration(
            inMemoryIdentifier: UUID().uuidString, objectTypes: Self.types)
        configuration.pageSize = 512
        try run(configuration, itemCount: 150, rounds: 3, probesPerRound: 110)
    }

    func testQueries_onAFile_withUsualPages() throws {
        try withTemporaryDirectory { directory in
            let configuration = Realm.Configuration(
                fileURL: directory.appending(path: "queries.quire"), objectTypes: Self.types)
            try run(configuration, itemCount: 500, rounds: 1, probesPerRound: 100)
        }
    }

    private func run(_ configuration: Realm.Configuration, itemCount: Int, rounds: Int, probesPerRound: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("query seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let realm = try Realm(configuration: configuration)
        try fill(realm, itemCount, &generator)
        for round in 0..<rounds {
            try compareProbes(realm, probesPerRound, seed: seed, &generator, "round \(round)")
            try realm.write {
                try change(realm, &generator)
                try compareProbes(realm, probesPerRound / 4, seed: seed, &generator, "in write \(round)")
                // A value that is written in place, without a word to anyone, is seen by the next question.
                let results = realm.objects(QueryItem.self).where { $0.number == 4_711 }
                let item = try XCTUnwrap(realm.objects(QueryItem.self).first)
                XCTAssertEqual(results.count, 0)
                item.number = 4_711
                XCTAssertEqual(results.count, 1, "seed \(seed)")
                item.number = 1
                XCTAssertEqual(results.count, 0)
            }
            XCTAssertEqual(try realm.check().problems.map(\.message), [], "seed \(seed)")
        }
    }

    // MARK: Objects

    private func fill(_ realm: Realm, _ count: Int, _ generator: inout SeededGenerator) throws {
        try realm.write {
            let products = (0..<count / 6).map { QueryProduct("P\($0)", &generator) }
            realm.add(products)
            var items: [QueryItem] = []
            for id in 0..<count {
                let item = QueryItem()
                item.id = id
                item.fill(&generator)
                item.product = generator.maybe(products)
                item.tags.append(objectsIn: (0..<generator.pick([0, 1, 5, 40, 300])).map { "tag \($0)" })
                items.append(item)
            }
            realm.add(items)
            for item in items {
                item.friend = generator.maybe(items)
                item.friends.append(objectsIn: (0..<generator.below(4)).map { _ in generator.pick(items) })
            }
            for product in products { product.best = generator.maybe(items) }
            // Keys that nobody has brought: links to them lead nowhere.
            let binding = realm.context.binding(QueryItem.self)
            let column = try XCTUnwrap(binding.property(named: "product")).column
            let friend = try XCTUnwrap(binding.property(named: "friend")).column
            for item in items.prefix(9) {
                let ghost = try realm.context.binding(QueryProduct.self).table.findOrReserve(key: .text("ghost"))
                try binding.table.set(item.row, column, .link(ghost))
                let other = try binding.table.findOrReserve(key: .int(-77))
                try binding.table.set(item.row, friend, .link(other))
            }
        }
    }

    private func change(_ realm: Realm, _ generator: inout SeededGenerator) throws {
        let items = Array(realm.objects(QueryItem.self))
        let products = Array(realm.objects(QueryProduct.self))
        for _ in 0..<items.count / 8 {
            let item = generator.pick(items)
            if item.isInvalidated { continue }
            switch generator.below(5) {
            case 0: realm.delete(item)
            case 1: item.fill(&generator)
            case 2: item.product = generator.maybe(products)
            case 3: item.friend = items.first { !$0.isInvalidated }
            default: item.friends.removeAll()
            }
        }
        for product in products.prefix(3) { product.fill(&generator) }
        let next = (realm.objects(QueryItem.self).max(of: \.id) ?? 0) + 1
        for id in next..<next + 12 {
            let item = QueryItem()
            item.id = id
            item.fill(&generator)
            realm.add(item)
        }
    }

    // MARK: Comparing

    private func compareProbes(
        _ realm: Realm, _ count: Int, seed: UInt64, _ generator: inout SeededGenerator, _ place: String
    ) throws {
        let all = Array(realm.objects(QueryItem.self))
        var maker = ProbeMaker(
            generator: SeededGenerator(seed: generator.next()), items: all,
            products: Array(realm.objects(QueryProduct.self)))
        var telling = 0
        for number in 0..<count {
            // Every kind of question, then nested ones.
            let probe = number < ProbeMaker.leafCount ? maker.leaf(number) : maker.probe(depth: 1 + number % 3)
            let expected = all.filter(probe.swift).map(\.id)
            if !expected.isEmpty, expected.count < all.count { telling += 1 }
            let context = "\(probe.text) — \(place), seed \(seed)"
            let results = realm.objects(QueryItem.self).where(probe.query)
            XCTAssertEqual(results.count, expected.count, context)
            XCTAssertEqual(results.values(\.id), expected, context)
            XCTAssertEqual(results.count, expected.count, context)
            XCTAssertEqual(Array(results.map(\.id)), expected, context)
            XCTAssertEqual(results.first?.id, expected.first, context)
            XCTAssertEqual(results.isEmpty, expected.isEmpty, context)
            // Half of it as a second question, and turned around.
            let other = maker.leaf(number % ProbeMaker.leafCount)
            let both = results.where(other.query)
            XCTAssertEqual(
                both.values(\.id), all.filter { probe.swift($0) && other.swift($0) }.map(\.id),
                "\(other.text) of \(context)")
            XCTAssertEqual(
                realm.objects(QueryItem.self).where { !probe.query($0) }.count, all.count - expected.count,
                "not \(context)")
            if let owner = all.first(where: { $0.friends.count > 1 }) {
                XCTAssertEqual(
                    owner.friends.where(probe.query).map(\.id), owner.friends.filter(probe.swift).map(\.id),
                    "list, \(context)")
            }
            if let product = maker.products.first(where: { $0.items.count > 1 }) {
                XCTAssertEqual(
                    product.items.where(probe.query).map(\.id), product.items.filter(probe.swift).map(\.id),
                    "inverse, \(context)")
            }
        }
        XCTAssertGreaterThan(telling, count / 3, "questions whose answer is some of the objects")
    }
}
