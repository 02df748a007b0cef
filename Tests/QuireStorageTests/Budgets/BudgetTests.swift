// What operations may touch: nodes asked for, held against the heights of the trees, whatever the size of the store.

import Foundation
import QuireTestSupport
import Synchronization
import XCTest

@testable import QuireStorage

final class BudgetTests: PageTestCase {
    /// The stores, made once for all tests: each test looks at, or deletes, other objects.
    private static let stores = Mutex<[String: LoadedStore]>([:])

    override class func tearDown() {
        stores.withLock { $0.removeAll() }
        super.tearDown()
    }

    /// Ten thousand and a hundred thousand items always, a million if `QUIRE_LARGE_TESTS` is set.
    private func overEverySize(_ spread: LoadedStore.Spread, _ body: (LoadedStore, String) throws -> Void) throws {
        var sizes = [(10_000, 512), (10_000, 4096), (100_000, 4096)]
        if ProcessInfo.processInfo.environment["QUIRE_LARGE_TESTS"] != nil { sizes.append((1_000_000, 4096)) }
        for (itemCount, pageSize) in sizes {
            let name = "\(itemCount) items, pages of \(pageSize), \(spread)"
            var store = Self.stores.withLock { $0[name] }
            if store == nil {
                let database = try openMemory(MemoryFile(name: name), pageSize: pageSize)
                let made = try LoadedStore(database, itemCount: itemCount, spread)
                Self.stores.withLock { $0[name] = made }
                store = made
            }
            try body(try XCTUnwrap(store), name)
        }
    }

    private func height(_ store: LoadedStore, _ root: (Session) throws -> TreeRoot?) throws -> Int {
        let session = try Session(database: store.database)
        try session.pin()
        for definition in LoadedStore.definitions { _ = try session.table(definition.name)?.count }
        return try XCTUnwrap(try root(session)).height
    }

    func testReading_touchesNoMoreThanTheHeights() throws {
        try overEverySize(.neighbours) { store, name in
            let middle = store.itemCount / 2
            let itemRows = try height(store) { $0.table("Item")?.main.root }
            let productRows = try height(store) { $0.table("Product")?.main.root }
            let itemKeys = try height(store) { $0.table("Item")?.keys?.numbers?.root }
            let productKeys = try height(store) { $0.table("Product")?.keys?.bytes?.root }
            let shelfRows = try height(store) { $0.table("Shelf")?.main.root }
            XCTAssertGreaterThan(itemRows, 1, name)

            var found = try store.touches { session in
                let items = try XCTUnwrap(session.table("Item"))
                let row = try XCTUnwrap(try items.find(key: .int(Int64(middle))))
                XCTAssertEqual(try items.value(row, 1), .double(Double(middle)))
            }
            XCTAssertLessThanOrEqual(found, itemKeys + itemRows + 1, "lookup by number, \(name)")

            found = try store.touches { session in
                let products = try XCTUnwrap(session.table("Product"))
                let number = middle / 10
                let row = try XCTUnwrap(try products.find(key: .text(LoadedStore.productKey(number))))
                XCTAssertEqual(try products.value(row, 1), .text("product \(number)"))
            }
            XCTAssertLessThanOrEqual(found, productKeys + productRows + 1, "lookup by text, \(name)")

            found = try store.touches { session in
                XCTAssertEqual(try session.table("Item")?.row(at: middle), RowID(UInt64(middle + 1)))
            }
            XCTAssertLessThanOrEqual(found, itemRows, "results[\(middle)], \(name)")

            found = try store.touches { session in _ = try session.table("Item")?.count }
            XCTAssertEqual(found, 0, "count, \(name)")

            let elements = try height(store) { session in
                guard let shelves = session.table("Shelf") else { return nil }
                _ = try shelves.openStoredList(store.shelf.rawValue, 1)
                return shelves.openList?.tree.root
            }
            XCTAssertGreaterThan(elements, 1, name)
            found = try store.touches { session in
                let shelves = try XCTUnwrap(session.table("Shelf"))
                XCTAssertEqual(try shelves.listValue(store.shelf, 1, at: middle), .link(RowID(UInt64(middle + 1))))
            }
            // Opening the list looks at its root once more.
            XCTAssertLessThanOrEqual(found, shelfRows + elements + 1, "list[\(middle)], \(name)")
            print("heights, \(name): rows \(itemRows), keys \(itemKeys) and \(productKeys), list \(elements)")
        }
    }

    func testInverse_ofTenItemsMadeTogether_touchesTwelveNodesAtMost() throws {
        try overEverySize(.neighbours) { store, name in
            let found = try store.touches { try self.walkInverse($0, of: store.itemCount / 20) }
            XCTAssertLessThanOrEqual(found, 12, name)
        }
    }

    /// Each item may lie in another leaf, so that each costs a descent.
    func testInverse_ofTenScatteredItems_touchesOneDescentEach() throws {
        try overEverySize(.scattered) { store, name in
            let inverse = try height(store) { $0.table("Item")?.backlinkTrees[2]?.root }
            let itemRows = try height(store) { $0.table("Item")?.main.root }
            let found = try store.touches { try self.walkInverse($0, of: store.itemCount / 20) }
            // The pairs may go on in the next leaf, which is reached through the nodes above.
            XCTAssertLessThanOrEqual(found, 2 * inverse + 10 * itemRows, name)
            let origins = try store.touches { session in
                let items = try XCTUnwrap(session.table("Item"))
                XCTAssertEqual(try items.backlinks(2, to: RowID(UInt64(store.itemCount / 20))).count, 10)
            }
            XCTAssertLessThanOrEqual(origins, 2 * inverse, name)
        }
    }

    /// Reads an amount of each item of a product.
    private func walkInverse(_ session: Session, of product: Int) throws {
        let items = try XCTUnwrap(session.table("Item"))
        var sum = 0.0
        var count = 0
        for origin in try items.backlinks(2, to: RowID(UInt64(product))) {
            guard case .double(let amount) = try items.value(origin, 1) else { return XCTFail("no amount") }
            sum += amount
            count += 1
        }
        XCTAssertEqual(count, 10)
        XCTAssertGreaterThan(sum, 0)
    }

    func testDelete_ofAProductWithTenItems_touchesSixtyNodesAtMost() throws {
        try overEverySize(.neighbours) { store, name in
            XCTAssertLessThanOrEqual(try self.deleteAProduct(store), 60, name)
        }
    }

    func testDelete_ofAProductWithTenScatteredItems_touchesThreeDescentsEach() throws {
        try overEverySize(.scattered) { store, name in
            let itemRows = try height(store) { $0.table("Item")?.main.root }
            let others = try height(store) { $0.table("Item")?.backlinkTrees[2]?.root }
            let keys = try height(store) { $0.table("Product")?.keys?.bytes?.root }
            let productRows = try height(store) { $0.table("Product")?.main.root }
            let found = try self.deleteAProduct(store)
            XCTAssertLessThanOrEqual(found, 10 * 4 * itemRows + 4 * (others + keys + productRows), name)
            print("delete with ten scattered items, \(name): \(found)")
        }
    }

    /// Deletes a product and gives the nodes that were asked for, the commit left out.
    private func deleteAProduct(_ store: LoadedStore) throws -> Int {
        let found = try store.touches { session in
            try session.beginWrite()
            session.space.touchCount = 0
            let products = try XCTUnwrap(session.table("Product"))
            try products.delete(RowID(UInt64(store.itemCount / 40)))
            let touched = session.space.touchCount
            try session.commit()
            XCTAssertEqual(try products.count, store.itemCount / 10 - 1)
            session.space.touchCount = touched
        }
        XCTAssertEqual(try FileCheck.run(store.database).problems.map(\.message), [])
        return found
    }
}
