// Whatever page of a file is damaged: a query throws at the end of the scope, or says what it always said.

import Foundation
import QuireTestSupport
import XCTest

@testable import Quire
@testable import QuireStorage

final class QueryDamageTests: XCTestCase {
    private static let types: [Object.Type] = [QueryItem.self, QueryProduct.self]
    private let questions: [(Query<QueryItem>) -> Query<Bool>] = [
        { $0.double > 1 }, { $0.maybeText.contains("99") }, { $0.id == 7 }, { $0.indexedNumber >= 3 },
        { $0.indexedText.starts(with: "a") }, { $0.product.price > 1 || $0.product == nil }, { $0.friends.count > 1 },
        { $0.admirers.count == 0 && !($0.flag) }, { $0.friend.text == "a" }, { $0.product.key == "P1" },
        { $0.tags.count > 20 }, { $0.indexedMaybe == nil }, { $0.text == $0.indexedText },
    ]

    func testDamagedPages_everyQuery_throwsOrIsRight() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "queries.quire")
            try fill(file)
            let expected = try answers(file) { _ in }
            XCTAssertGreaterThan(expected.count { $0?.isEmpty == false }, expected.count / 2)
            let bytes = try Data(contentsOf: file)
            var damagedReads = 0
            for page in 2..<bytes.count / 512 {
                if bytes[page * 512..<(page + 1) * 512].allSatisfy({ $0 == 0 }) { continue }
                var damaged = bytes
                damaged[page * 512 + 100] ^= 0x55
                let copy = directory.appending(path: "damaged-\(page).quire")
                try damaged.write(to: copy)
                do {
                    var found: [[Int]?] = []
                    var firstError: (any Error)?
                    found = try answers(copy) { firstError = firstError ?? $0 }
                    for (index, answer) in found.enumerated() where answer != nil {
                        XCTAssertEqual(answer, expected[index], "question \(index), page \(page)")
                    }
                    if let firstError { throw firstError }
                } catch {
                    guard (error as? Realm.Error)?.code == .damaged else { return XCTFail("page \(page): \(error)") }
                    damagedReads += 1
                }
                try FileManager.default.removeItem(at: copy)
            }
            XCTAssertGreaterThan(damagedReads, 20)
        }
    }

    /// Links and orders that contradict each other, in pages whose checksums are right.
    func testLinkToARowThatDoesNotExist_isDamage() throws {
        var configuration = Realm.Configuration(inMemoryIdentifier: UUID().uuidString, objectTypes: Self.types)
        configuration.pageSize = 512
        let realm = try Realm(configuration: configuration)
        try realm.write {
            for id in 0..<40 {
                let item = QueryItem()
                item.id = id
                realm.add(item)
            }
            let binding = realm.context.binding(QueryItem.self)
            let column = try XCTUnwrap(binding.property(named: "product")).column
            try binding.table.setRaw(5, column, .link(RowID(77)))
        }
        let items = realm.objects(QueryItem.self)
        let questions: [(Query<QueryItem>) -> Query<Bool>] = [
            { $0.product.price > 1 }, { $0.id == 4 && $0.product.name == "a" }, { $0.double >= $0.product.price },
        ]
        for question in questions {
            XCTAssertThrowsError(try realm.read { items.where(question).count }) { error in
                XCTAssertEqual((error as? Realm.Error)?.code, .damaged)
            }
        }
    }

    func testIndexEntry_ofARowThatDoesNotExist_isDamage() throws {
        let realm = try Realm(
            configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: Self.types))
        try realm.write {
            for id in 0..<40 {
                let item = QueryItem()
                item.id = id
                realm.add(item)
            }
            let table = realm.context.binding(QueryItem.self).table
            let column = try XCTUnwrap(table.column(named: "indexedNumber"))
            try table.indexes[column]?.insert(.int(9), 77)
        }
        let items = realm.objects(QueryItem.self)
        XCTAssertThrowsError(try realm.read { items.where { $0.indexedNumber == 9 }.values(\.id) }) { error in
            XCTAssertEqual((error as? Realm.Error)?.code, .damaged)
        }
        XCTAssertThrowsError(try realm.read { items.where { $0.indexedNumber == 9 }.sum(of: \.double) }) { error in
            XCTAssertEqual((error as? Realm.Error)?.code, .damaged)
        }
        XCTAssertThrowsError(try realm.read { items.where { $0.indexedNumber == 9 && $0.flag }.count }) { error in
            XCTAssertEqual((error as? Realm.Error)?.code, .damaged)
        }
    }

    private func configuration(_ file: URL) -> Realm.Configuration {
        var configuration = Realm.Configuration(fileURL: file, objectTypes: Self.types)
        configuration.pageSize = 512
        return configuration
    }

    private func fill(_ file: URL) throws {
        var generator = SeededGenerator(seed: 99)
        let realm = try Realm(configuration: configuration(file))
        try realm.write {
            let products = (0..<4).map { QueryProduct("P\($0)", &generator) }
            realm.add(products)
            var items: [QueryItem] = []
            for id in 0..<18 {
                let item = QueryItem()
                item.id = id
                item.fill(&generator)
                item.product = generator.maybe(products)
                item.tags.append(objectsIn: (0..<generator.pick([0, 3, 60])).map { "tag \($0)" })
                items.append(item)
            }
            realm.add(items)
            for item in items {
                item.friend = generator.maybe(items)
                item.friends.append(objectsIn: (0..<generator.below(4)).map { _ in generator.pick(items) })
            }
        }
    }

    /// The answer of each question, in a scope of its own, in several ways; nil where it threw.
    private func answers(_ file: URL, _ failed: (any Error) -> Void) throws -> [[Int]?] {
        let realm = try Realm(configuration: configuration(file))
        let items = realm.objects(QueryItem.self)
        var answers: [[Int]?] = []
        func ask(_ read: () -> [Int]) {
            do { answers.append(try realm.read { read() }) } catch {
                answers.append(nil)
                failed(error)
            }
        }
        for question in questions {
            ask { items.where(question).values(\.id) }
            ask { [items.where(question).count] }
            ask { items.where(question).sorted(by: \.double).values(\.id) }
            ask { [items.where(question).sum(of: \.number), items.where(question).max(of: \.number) ?? 0] }
        }
        ask { items.sorted(by: \.double).prefix(5).map(\.id) }
        ask { [items.sum(of: \.number), Int(items.min(of: \.short) ?? 0)] }
        return answers
    }
}
