// What calls of the API may touch: nodes asked for, held against the heights of the trees.

import Foundation
import QuireTestSupport
import XCTest

@testable import Quire
@testable import QuireStorage

final class APIBudgetTests: XCTestCase {
    private static let itemCount = 10_000

    /// Ten items a product, on a file.
    private func filled(_ directory: URL) throws -> Realm.Configuration {
        let configuration = Realm.Configuration(
            fileURL: directory.appending(path: "budget.quire"), objectTypes: Self.jsonClasses)
        let realm = try Realm(configuration: configuration)
        let products = (0..<Self.itemCount / 10).map { #"{"id":"p\#($0)","name":"product \#($0)"}"# }
        try realm.importText(JProduct.self, "[\(products.joined(separator: ","))]")
        let items = (0..<Self.itemCount).map { #"{"id":"i\#($0)","balance":\#($0),"productId":"p\#($0 / 10)"}"# }
        try realm.importText(JItem.self, "[\(items.joined(separator: ","))]")
        let comments = (0..<2_000).map { #"{"id":\#($0),"text":"c\#($0)"}"# }
        try realm.importText(JArticle.self, #"{"id":1,"title":"t","comments":[\#(comments.joined(separator: ","))]}"#)
        return configuration
    }

    /// The nodes that `body` asks a fresh view for which has read the roots and nothing else.
    private func touches(_ configuration: Realm.Configuration, _ body: (Realm) throws -> Void) throws -> Int {
        let realm = try Realm(configuration: configuration)
        for binding in realm.context.orderedBindings { _ = try binding.table.count }
        realm.context.session.space.touchCount = 0
        try body(realm)
        return realm.context.session.space.touchCount
    }

    private func heights(_ configuration: Realm.Configuration, _ type: Object.Type) throws -> (rows: Int, keys: Int) {
        let realm = try Realm(configuration: configuration)
        let table = realm.context.binding(type).table
        _ = try table.count
        return (table.main.root.height, table.keys?.bytes?.root.height ?? table.keys?.numbers?.root.height ?? 0)
    }

    func testReading_touchesNoMoreThanTheHeights() throws {
        try withTemporaryDirectory { directory in
            let configuration = try filled(directory)
            let product = try heights(configuration, JProduct.self)
            let item = try heights(configuration, JItem.self)
            let article = try heights(configuration, JArticle.self)
            let comment = try heights(configuration, JComment.self)
            XCTAssertGreaterThan(item.rows, 1)
            XCTAssertGreaterThan(item.keys, 1)

            // Key and rows; the properties of one object are in one leaf.
            var found = try touches(configuration) { realm in
                let item = try XCTUnwrap(realm.object(ofType: JItem.self, forPrimaryKey: "i4321"))
                XCTAssertEqual(item.balance, 4_321)
                XCTAssertEqual(item.id, "i4321")
            }
            XCTAssertLessThanOrEqual(found, item.keys + item.rows + 1, "lookup")

            // The place of the row, then the row.
            found = try touches(configuration) { realm in
                XCTAssertEqual(realm.objects(JItem.self)[5_000].balance, 5_000)
            }
            XCTAssertLessThanOrEqual(found, 2 * item.rows, "results[5_000]")

            found = try touches(configuration) { realm in _ = realm.objects(JItem.self).count }
            XCTAssertEqual(found, 0, "count")

            // A hop along a link is one descent.
            found = try touches(configuration) { realm in
                let item = try XCTUnwrap(realm.objects(JItem.self).first)
                XCTAssertEqual(item.product?.name, "product 0")
            }
            XCTAssertLessThanOrEqual(found, 2 * item.rows + product.rows + 1, "link")

            // Ten items that came together lie together.
            found = try touches(configuration) { realm in
                let product = try XCTUnwrap(realm.object(ofType: JProduct.self, forPrimaryKey: "p500"))
                realm.context.session.space.touchCount = 0
                XCTAssertEqual(product.items.map(\.balance), (5_000..<5_010).map(Double.init))
            }
            XCTAssertLessThanOrEqual(found, 12, "inverse of ten items")

            found = try touches(configuration) { realm in
                let article = try XCTUnwrap(realm.objects(JArticle.self).first)
                let comments = article.comments
                _ = comments.count
                realm.context.session.space.touchCount = 0
                XCTAssertEqual(comments[1_500].text, "c1500")
            }
            XCTAssertLessThanOrEqual(found, article.rows + 3 + comment.rows + 1, "list[1_500]")
        }
    }

    func testDelete_ofAProductWithTenItems_touchesSixtyNodesAtMost() throws {
        try withTemporaryDirectory { directory in
            let configuration = try filled(directory)
            let found = try touches(configuration) { realm in
                try realm.write {
                    let product = try XCTUnwrap(realm.object(ofType: JProduct.self, forPrimaryKey: "p777"))
                    realm.context.session.space.touchCount = 0
                    realm.delete(product)
                    XCTAssertLessThanOrEqual(realm.context.session.space.touchCount, 60)
                }
                XCTAssertNil(realm.object(ofType: JItem.self, forPrimaryKey: "i7775")?.product)
                XCTAssertEqual(try realm.check().problems.map(\.message), [])
            }
            XCTAssertGreaterThan(found, 0)
        }
    }
}
