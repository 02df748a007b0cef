import QuireTestSupport
import XCTest

@testable import Quire

/// Several instances or values of one key in one graph: what stays is what a walk writes last that finishes a property,
/// with everything that it leads to, before the next one.
final class AddOrderTests: XCTestCase {
    func testAdd_reachingAnotherInstanceOfItsKey_keepsItsOwnLinks() throws {
        for policy in [Realm.UpdatePolicy.modified, .all] {
            let realm = try makeRealm([Station.self, Terminal.self, Hall.self])
            let object = Station(value: ["id": 1, "before": 3, "after": "mine"])
            let other = Station(value: ["id": 1, "before": 4, "after": "other"])
            object.link = other
            object.list.append(other)
            try realm.write { realm.add(object, update: policy) }
            XCTAssertEqual(realm.objects(Station.self).count, 1)
            XCTAssertTrue(object.isSameObject(as: other))
            XCTAssertEqual(object.link, object)
            XCTAssertEqual(object.list.map(\.id), [1])
            // Declared before the link, so the other one's came later; declared after it, so its own did.
            XCTAssertEqual(object.before, 4)
            XCTAssertEqual(object.after, "mine")
            XCTAssertEqual(try realm.check().problems.count, 0)
        }
    }

    func testCreate_withADictionaryOfItsKeyInside_keepsItsOwnLinks() throws {
        let realm = try makeRealm([Station.self, Terminal.self, Hall.self])
        let inner: [String: Any] = ["id": 1, "before": 4, "after": "other", "link": NSNull(), "list": [Any]()]
        let object = try realm.write {
            realm.create(
                Station.self, value: ["id": 1, "before": 3, "link": inner, "list": [["id": 1]], "after": "mine"],
                update: .modified)
        }
        XCTAssertEqual(object.link, object)
        XCTAssertEqual(object.list.map(\.id), [1])
        XCTAssertEqual(object.before, 4)
        XCTAssertEqual(object.after, "mine")
    }

    func testCreate_ofANewObjectThatWaitsBehindAnother_setsItsDefaultsOnce() throws {
        let realm = try makeRealm([Station.self, Terminal.self, Hall.self])
        // 3 is reached first by the list, but written first inside of 2.
        let object = try realm.write {
            realm.create(
                Station.self,
                value: ["id": 1, "list": [["id": 2, "link": ["id": 3, "before": 9]], ["id": 3, "after": "late"]]],
                update: .modified)
        }
        XCTAssertEqual(object.list[1].before, 9)
        XCTAssertEqual(object.list[1].after, "late")
        XCTAssertEqual(object.list[0].after, "?")
    }

    func testAdd_whereAnotherInstanceReplacesAnOwnedObject_leavesOne() throws {
        let realm = try makeRealm([Station.self, Terminal.self, Hall.self])
        let object = Terminal(value: ["id": 1])
        let other = Terminal(value: ["id": 1])
        object.hall = Hall(value: ["name": "own"])
        object.hall?.terminal = other
        other.hall = Hall(value: ["name": "other"])
        object.halls.append(Hall(value: ["name": "listed"]))
        object.halls[0].terminal = Terminal(value: ["id": 1])
        try realm.write { realm.add(object, update: .all) }
        XCTAssertEqual(realm.objects(Terminal.self).count, 1)
        XCTAssertLessThanOrEqual(realm.objects(Terminal.self)[0].halls.count, 1)
        XCTAssertEqual(try realm.check().problems.count, 0)
    }

    func testAdd_ofRandomGraphsWithRepeatedKeys_givesWhatTheWalkGives() throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        print("AddOrderTests: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let realm = try makeRealm([Station.self, Terminal.self, Hall.self])
            var model = StationModel()
            for round in 0..<12 {
                let policy: Realm.UpdatePolicy = random.below(2) == 0 ? .modified : .all
                if random.below(2) == 0 {
                    let graph = randomGraph(&random)
                    model.add(graph[0])
                    try realm.write { realm.add(graph[0], update: policy) }
                } else {
                    let value = randomValue(&random, depth: 0)
                    model.create(value)
                    try realm.write { _ = realm.create(Station.self, value: value, update: policy) }
                }
                let stored = realm.objects(Station.self).map(StationModel.Row.init)
                XCTAssertEqual(
                    Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0) }), model.rows,
                    "seed \(seed), round \(round)")
                XCTAssertEqual(try realm.check().problems.count, 0)
            }
        }
    }

    private func randomGraph(_ random: inout SeededGenerator) -> [Station] {
        let graph = (0..<1 + random.below(6)).map { _ in
            Station(value: ["id": random.below(4), "before": random.below(3), "after": "\(random.below(3))"])
        }
        for station in graph {
            if random.below(2) == 0 { station.link = graph[random.below(graph.count)] }
            for _ in 0..<random.below(4) { station.list.append(graph[random.below(graph.count)]) }
        }
        return graph
    }

    private func randomValue(_ random: inout SeededGenerator, depth: Int) -> [String: Any] {
        var value: [String: Any] = ["id": random.below(4)]
        if random.below(2) == 0 { value["before"] = random.below(3) }
        if random.below(2) == 0 { value["after"] = "\(random.below(3))" }
        if random.below(2) == 0 {
            value["link"] = depth < 3 ? randomValue(&random, depth: depth + 1) : NSNull()
        }
        if random.below(2) == 0 {
            value["list"] = (0..<(depth < 3 ? random.below(3) : 0)).map { _ in randomValue(&random, depth: depth + 1) }
        }
        return value
    }
}

/// The walk in plain Swift.
private struct StationModel {
    struct Row: Equatable {
        let id: Int
        var before = 0
        var link: Int?
        var list: [Int] = []
        var after = "?"

        init(id: Int) { self.id = id }
        init(_ station: Station) {
            id = station.id
            before = station.before
            link = station.link?.id
            list = station.list.map(\.id)
            after = station.after
        }
    }

    private(set) var rows: [Int: Row] = [:]
    private var known: Set<ObjectIdentifier> = []

    mutating func add(_ station: Station) {
        known = [ObjectIdentifier(station)]
        place(station.id)
        fill(station)
    }

    private mutating func place(_ id: Int) { rows[id] = rows[id] ?? Row(id: id) }

    private mutating func fill(_ station: Station) {
        let id = station.id
        rows[id]?.before = station.before
        reach(station.link.map { [$0] } ?? [])
        rows[id]?.link = station.link?.id
        reach(Array(station.list))
        rows[id]?.list = station.list.map(\.id)
        rows[id]?.after = station.after
    }

    /// All of them are known before the first is written.
    private mutating func reach(_ stations: [Station]) {
        let new = stations.filter { known.insert(ObjectIdentifier($0)).inserted }
        for station in new { place(station.id) }
        for station in new { fill(station) }
    }

    mutating func create(_ value: [String: Any]) {
        guard let id = value["id"] as? Int else { return }
        place(id)
        if let before = value["before"] as? Int { rows[id]?.before = before }
        if let link = value["link"] {
            if let inner = link as? [String: Any] {
                create(inner)
                rows[id]?.link = inner["id"] as? Int
            } else {
                rows[id]?.link = nil
            }
        }
        if let list = value["list"] as? [[String: Any]] {
            for inner in list { if let id = inner["id"] as? Int { place(id) } }
            for inner in list { create(inner) }
            rows[id]?.list = list.compactMap { $0["id"] as? Int }
        }
        if let after = value["after"] as? String { rows[id]?.after = after }
    }
}

final class Station: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var before: Int
    @Persisted var link: Station?
    @Persisted var list: List<Station>
    @Persisted var after: String = "?"
}

final class Terminal: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var hall: Hall?
    @Persisted var halls: List<Hall>
}

final class Hall: EmbeddedObject {
    @Persisted var name: String
    @Persisted var terminal: Terminal?
}
