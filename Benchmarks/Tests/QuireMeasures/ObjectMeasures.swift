// Measures of single operations, each repeated until a run takes long enough for noise to level out.
// XCTest runs a measure ten times and fails it when the times deviate by more than a tenth.

import Foundation
import Quire
import QuireEngine
import Workloads
import XCTest

final class ObjectMeasures: XCTestCase {
    /// Small enough for the caches of a processor: what is measured is the work, not the memory.
    private static let data = StandardData(scale: 0.02)
    private let data = ObjectMeasures.data
    private var realm: Realm?

    override func setUpWithError() throws {
        try XCTSkipIf(Self.isDebugBuild, "figures of a debug build say nothing: swift test -c release")
        let realm = try emptyRealm()
        _ = try QuireInsert.insert(data, into: realm)
        self.realm = realm
    }

    override func tearDown() {
        realm = nil
    }

    private static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    private func emptyRealm() throws -> Realm {
        var configuration = QuireEngine.configuration(FileManager.default.temporaryDirectory)
        configuration.inMemoryIdentifier = "measure-\(UUID().uuidString)"
        return try Realm(configuration: configuration)
    }

    /// Warms up, then measures as many passes at a time as keep the processor busy for half a second. Every pass must give
    /// the same answer. The machine may do other work as well: each run begins once a pass has had the processor to itself,
    /// or after a while.
    private func measurePasses<T: Equatable>(expected: T, _ work: () throws -> T) throws {
        var wrong = 0
        func pass() throws {
            if try work() != expected { wrong += 1 }
        }
        try pass()
        let start = Stopwatch.processorTime()
        for _ in 0..<3 { try pass() }
        let passes = max(Int(0.5e9 * 3 / (Stopwatch.processorTime() - start)), 1)
        try XCTSkipUnless(waitForQuiet(pass), "other programs keep the processors busy: times would say nothing")
        var failure: (any Error)?
        measureMetrics([.wallClockTime], automaticallyStartMeasuring: false) {
            do {
                try waitForQuiet(pass)
                startMeasuring()
                for _ in 0..<passes { try pass() }
                stopMeasuring()
            } catch { failure = error }
        }
        XCTAssertNil(failure)
        XCTAssertEqual(wrong, 0, "passes with a wrong answer")
    }

    /// Runs passes until they were hardly interrupted for a twentieth of a second, twenty times at most; false if they never
    /// had the processor to themselves.
    @discardableResult
    private func waitForQuiet(_ pass: () throws -> Void) rethrows -> Bool {
        for _ in 0..<20 {
            let (wall, processor) = (ContinuousClock.now, Stopwatch.processorTime())
            while ContinuousClock.now - wall < .milliseconds(50) { try pass() }
            let elapsed = (ContinuousClock.now - wall) / .nanoseconds(1)
            if Stopwatch.processorTime() - processor > 0.97 * elapsed { return true }
        }
        return false
    }

    func testInsert_ofProductsAndLinkedItems_inOneTransaction() throws {
        let count = data.items.count
        try measurePasses(expected: count) {
            let realm = try emptyRealm()
            _ = try QuireInsert.insert(data, into: realm)
            return realm.objects(PortfolioItem.self).count
        }
    }

    func testLookup_byRandomKey() throws {
        let realm = try XCTUnwrap(realm)
        let numbers = data.randomItems(50_000, seed: 1001)
        let keys = numbers.map { StandardData.itemKey($0) }
        let expected = numbers.reduce(0) { $0 + data.items[$1].balance }
        try measurePasses(expected: expected) {
            var sum = 0.0
            for key in keys { sum += realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance ?? 0 }
            return sum
        }
    }

    func testPropertyRead_ofHeldObjects() throws {
        let realm = try XCTUnwrap(realm)
        let items = Array(realm.objects(PortfolioItem.self).prefix(1000))
        let expected = data.items.prefix(1000).reduce(0) { $0 + $1.balance }
        try measurePasses(expected: expected) {
            var sum = 0.0
            for item in items { sum += item.balance }
            return sum
        }
    }

    func testLinkHop_fromEveryItemToItsProduct() throws {
        let realm = try XCTUnwrap(realm)
        let items = realm.objects(PortfolioItem.self)
        let expected = data.items.reduce(0) { $0 + data.products[$1.product].name.utf8.count }
        try measurePasses(expected: expected) {
            var bytes = 0
            for item in items { bytes += item.product?.name.utf8.count ?? 0 }
            return bytes
        }
    }

    func testInverse_countAndFirstOfEveryProduct() throws {
        let realm = try XCTUnwrap(realm)
        let products = realm.objects(Product.self)
        try measurePasses(expected: data.items.count) {
            var count = 0
            for product in products where product.items.first != nil { count += product.items.count }
            return count
        }
    }

    func testListEdits_appendInsertMoveRemove() throws {
        let realm = try XCTUnwrap(realm)
        let items = Array(realm.objects(PortfolioItem.self).prefix(5000))
        let list = try realm.write { realm.create(Watchlist.self, value: ["id": 1]).items }
        let middle = items.count / 2
        try measurePasses(expected: items[1]) {
            try realm.write {
                list.removeAll()
                for item in items { list.append(item) }
                for item in items { list.insert(item, at: middle) }
                for position in 0..<items.count / 10 { list.move(from: position, to: middle) }
                for _ in items { list.remove(at: list.count / 3) }
                list.insert(items[1], at: middle)
                return list[middle]
            }
        }
    }

    func testImport_ofNestedObjects() throws {
        let count = 10_000
        let page = data.nestedPage(count)
        try measurePasses(expected: count) {
            let realm = try emptyRealm()
            try realm.importJSON(PortfolioItem.self, from: page)
            return realm.objects(PortfolioItem.self).count
        }
    }
}
