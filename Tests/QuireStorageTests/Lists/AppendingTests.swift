// Links that are appended one by one, among everything else that can happen to their lists.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class AppendingTests: PageTestCase {
    private static let definitions = [
        ClassDefinition(
            name: "Shelf",
            columns: [
                ColumnDefinition(name: "id", type: .int64),
                ColumnDefinition(name: "first", type: .list, elementType: .link, target: "Item"),
                ColumnDefinition(name: "second", type: .list, elementType: .link, target: "Item"),
            ], primaryKey: 0),
        ClassDefinition(name: "Item", columns: [ColumnDefinition(name: "id", type: .int64)], primaryKey: 0),
    ]

    /// What the lists should hold, by shelf and column.
    private struct Model {
        var lists: [RowID: [Int: [RowID]]] = [:]
        var items: [RowID] = []
    }

    private func expect(_ model: Model, _ session: Session, _ name: String) throws {
        try session.pin()
        let shelves = try XCTUnwrap(session.table("Shelf"))
        XCTAssertEqual(try shelves.count, model.lists.count, name)
        var origins: [RowID: [RowID]] = [:]
        for (shelf, columns) in model.lists {
            for (column, targets) in columns {
                XCTAssertEqual(try shelves.listCount(shelf, column), targets.count, name)
                XCTAssertEqual(try shelves.listValues(shelf, column), targets.map { .link($0) }, name)
                if column == 1 { for target in targets { origins[target, default: []].append(shelf) } }
            }
        }
        for item in model.items {
            let found = try shelves.backlinks(1, to: item).sorted()
            XCTAssertEqual(found, (origins[item] ?? []).sorted(), name)
        }
    }

    func testAppends_amongAllOtherChanges_endUpInOrder() throws {
        for seed: UInt64 in 1...2 {
            print("seed \(seed)")
            try overEveryStore { store in
                var random = SeededGenerator(seed: seed)
                var session = try Session(database: try store.open())
                try session.beginWrite()
                try session.adopt(Self.definitions)
                var model = Model()
                let items = try XCTUnwrap(session.table("Item"))
                for key in 0..<200 { model.items.append(try items.insert(key: .int(Int64(key)))) }
                try session.commit()
                var nextShelf: Int64 = 0
                for step in 0..<40 {
                    let name = "seed \(seed), \(store.name), step \(step)"
                    let before = model
                    try session.beginWrite()
                    let mark = random.below(3) == 0 ? (try session.mark(), model) : nil
                    let shelves = try XCTUnwrap(session.table("Shelf"))
                    for _ in 0..<random.below(12) {
                        let shelf = model.lists.keys.sorted().randomElement(using: &random)
                        let column = 1 + random.below(2)
                        switch (random.below(9), shelf) {
                        case (0, _), (_, nil):
                            nextShelf += 1
                            let row = try shelves.insert(key: .int(nextShelf))
                            model.lists[row] = [1: [], 2: []]
                        case (1...5, let shelf?):
                            for _ in 0..<(random.below(10) == 0 ? 1500 : 1 + random.below(40)) {
                                guard let item = model.items.randomElement(using: &random) else { break }
                                try shelves.listAppend(shelf, column, item)
                                model.lists[shelf]?[column]?.append(item)
                            }
                        case (6, let shelf?):
                            guard let item = model.items.randomElement(using: &random) else { break }
                            let count = model.lists[shelf]?[column]?.count ?? 0
                            let place = random.below(count + 1)
                            try shelves.listInsert(shelf, column, at: place, [.link(item)])
                            model.lists[shelf]?[column]?.insert(item, at: place)
                        case (7, let shelf?):
                            try shelves.delete(shelf)
                            model.lists[shelf] = nil
                        case (_, let shelf?):
                            guard random.below(3) == 0 else {
                                // Only looked at.
                                XCTAssertEqual(
                                    try shelves.listCount(shelf, column), model.lists[shelf]?[column]?.count, name)
                                break
                            }
                            guard model.items.count > 50 else { break }
                            let item = model.items.remove(at: random.below(model.items.count))
                            try XCTUnwrap(session.table("Item")).delete(item)
                            for shelf in model.lists.keys {
                                for column in 1...2 { model.lists[shelf]?[column]?.removeAll { $0 == item } }
                            }
                        }
                    }
                    if let (mark, then) = mark {
                        if random.below(2) == 0 {
                            session.rollback(to: mark)
                            model = then
                        } else {
                            session.release(mark)
                        }
                    }
                    if random.below(4) == 0 {
                        session.rollback()
                        model = before
                    } else {
                        if random.below(2) == 0 { try self.expect(model, session, name) }
                        try session.commit()
                    }
                    if random.below(6) == 0 { session = try Session(database: session.database) }
                    if step % 10 == 9 {
                        try self.expect(model, session, name)
                        XCTAssertEqual(try FileCheck.run(session.database).problems.map(\.message), [], name)
                    }
                }
            }
        }
    }

    /// Without an owner nothing is appended for whoever asks whether it is there.
    func testIsAppending_endsWithTheOwner_theTransactionAndTheNextList() throws {
        try overEveryStore { store in
            let session = try Session(database: try store.open())
            try session.beginWrite()
            try session.adopt(Self.definitions)
            let shelves = try XCTUnwrap(session.table("Shelf"))
            let item = try XCTUnwrap(try session.table("Item")?.insert(key: .int(1)))
            let shelf = try shelves.insert(key: .int(1))
            let other = try shelves.insert(key: .int(2))
            XCTAssertFalse(shelves.isAppending(to: shelf, 1))
            for _ in 0..<WaitingLinks.limit + 3 {
                try shelves.listAppend(shelf, 1, item)
                XCTAssertTrue(shelves.isAppending(to: shelf, 1))
            }
            XCTAssertFalse(shelves.isAppending(to: shelf, 2))
            try shelves.listAppend(other, 1, item)
            XCTAssertFalse(shelves.isAppending(to: shelf, 1))
            try shelves.delete(other)
            XCTAssertFalse(shelves.isAppending(to: other, 1))
            try shelves.listAppend(shelf, 2, item)
            try session.commit()
            XCTAssertFalse(shelves.isAppending(to: shelf, 2))
            XCTAssertEqual(try shelves.listCount(shelf, 1), WaitingLinks.limit + 3)
            XCTAssertEqual(try shelves.listCount(shelf, 2), 1)
            try session.beginWrite()
            try shelves.listAppend(shelf, 2, item)
            session.rollback()
            XCTAssertFalse(shelves.isAppending(to: shelf, 2))
            XCTAssertEqual(try shelves.listCount(shelf, 2), 1)
        }
    }
}
