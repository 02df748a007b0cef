// Queries over rows that are older than some of the columns.

import Foundation
import QuireTestSupport
import XCTest

@testable import Quire
@testable import QuireStorage

/// Two versions of a class, as a program has them before and after an update.
private enum Before {
    final class Grown: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var name: String
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }
}

private enum After {
    final class Grown: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var name: String
        @Persisted var colour: String?
        @Persisted var weight = 2.5
        @Persisted var size = 0
        @Persisted var kind = "plain"
        @Persisted var level = QueryLevel.low
        @Persisted var isNew = true
        @Persisted(indexed: true) var rank = 4
        @Persisted var next: Grown?
        @Persisted var all: List<Grown>
        @Persisted(originProperty: "next") var previous: LinkingObjects<Grown>
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }
}

final class QueryLayoutTests: XCTestCase {
    func testOldRows_readTheirDefaults_whereverTheyAreAskedFor() throws {
        try withTemporaryDirectory { directory in
            func open(_ type: Object.Type) throws -> Realm {
                var configuration = Realm.Configuration(
                    fileURL: directory.appending(path: "grown.quire"), objectTypes: [type])
                configuration.pageSize = 512
                return try Realm(configuration: configuration)
            }
            do {
                let realm = try open(Before.Grown.self)
                try realm.write {
                    for id in 0..<300 { realm.create(Before.Grown.self, value: ["id": id, "name": "n\(id % 10)"]) }
                }
            }
            let realm = try open(After.Grown.self)
            let all = realm.objects(After.Grown.self)
            try compare(all)
            try realm.write {
                // Some leaves get the new layout, and some rows are new.
                for id in stride(from: 100, to: 140, by: 7) {
                    all[id].weight = Double(id)
                    all[id].colour = "red"
                    all[id].size = id
                    all[id].kind = "special \(id)"
                    all[id].level = .high
                    all[id].next = all[id - 90]
                    all[id].all.append(all[0])
                }
                for id in 300..<340 {
                    let grown = After.Grown()
                    grown.id = id
                    grown.isNew = id % 2 == 0
                    grown.next = all[id % 30]
                    realm.add(grown)
                }
                try compare(all)
            }
            try compare(all)
            XCTAssertEqual(try realm.check().problems.map(\.message), [])
        }
    }

    private func compare(_ all: Results<After.Grown>) throws {
        let objects = Array(all)
        func expect(
            _ query: (Query<After.Grown>) -> Query<Bool>, _ swift: (After.Grown) -> Bool, line: UInt = #line
        ) {
            XCTAssertEqual(all.where(query).values(\.id), objects.filter(swift).map(\.id), line: line)
            XCTAssertEqual(all.where(query).count, objects.filter(swift).count, line: line)
        }
        expect({ $0.colour == nil }) { $0.colour == nil }
        expect({ $0.colour == "red" }) { $0.colour == "red" }
        expect({ $0.weight == 2.5 }) { $0.weight == 2.5 }
        expect({ $0.weight > 110 }) { $0.weight > 110 }
        expect({ $0.size.in([0, 107]) && $0.name == "n7" }) { ($0.size == 0 || $0.size == 107) && $0.name == "n7" }
        expect({ $0.kind.starts(with: "spec") || $0.kind.contains("lai") }) {
            $0.kind.hasPrefix("spec") || $0.kind.contains("lai")
        }
        expect({ $0.level == .low }) { $0.level == .low }
        expect({ $0.isNew }) { $0.isNew }
        expect({ $0.rank > 3 }) { $0.rank > 3 }
        expect({ $0.rank == 4 && $0.size > 0 }) { $0.rank == 4 && $0.size > 0 }
        expect({ $0.next == nil }) { $0.next == nil }
        expect({ $0.next.weight == 2.5 }) { $0.next?.weight == 2.5 }
        expect({ $0.all.count == 1 }) { $0.all.count == 1 }
        expect({ $0.previous.count > 0 }) { $0.previous.count > 0 }
        expect({ $0.weight > $0.next.weight }) { grown in grown.next.map { grown.weight > $0.weight } ?? false }
        XCTAssertEqual(all.sum(of: \.weight), objects.reduce(0) { $0 + $1.weight })
        XCTAssertEqual(all.max(of: \.size), objects.map(\.size).max())
        XCTAssertEqual(all.min(of: \.weight), objects.map(\.weight).min())
        XCTAssertEqual(
            all.sorted(by: \.weight).values(\.id),
            objects.map { ($0.weight, $0.id) }.sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }.map(\.1))
    }
}
