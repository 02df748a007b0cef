import Foundation
import XCTest
@testable import Quire
@testable import QuireStorage

final class ScratchTests: XCTestCase {
    func testEngine() throws {
        try withTemporaryDirectory { directory in
            let path = directory.appending(path: "a.quire").path
            var a: Database? = try Database.open(.file(path: path), Database.Options())
            let b = try? Database.open(.file(path: path), Database.Options())
            print("SAME", a === b, b == nil)
            weak let w = a
            a = nil
            print("GONE", w == nil)
            var d: Database? = try Database.open(.file(path: directory.appending(path: "b.quire").path), Database.Options())
            weak let wd = d
            d = nil
            print("GONE1", wd == nil)
            d = try Database.open(.file(path: directory.appending(path: "b.quire").path), Database.Options())
            weak let wd2 = d
            var s: Session? = try Session(database: d!)
            try s!.beginWrite()
            try s!.adopt([ClassDefinition(name: "A", columns: [ColumnDefinition(name: "x", type: .int64)])])
            try s!.commit()
            weak let ws = s
            s = nil
            d = nil
            print("GONE2", wd2 == nil, ws == nil)
            do { d = try Database.open(.file(path: directory.appending(path: "b.quire").path), Database.Options()); print("REOPENED"); let e = try Database.open(.file(path: directory.appending(path: "b.quire").path), Database.Options()); print("REO2", e === d) } catch { print("GONE3", error) }
            let c = try? Database.open(.file(path: path), Database.Options())
            print("C", c == nil)
        }
    }
    func inner(_ c: Realm.Configuration, _ work: (Realm) throws -> Void) throws -> [() -> Bool] {
        let r = try Realm(configuration: c)
        try work(r)
        weak let a = r.context
        weak let b = r.context.session
        weak let d = r.context.session.database
        weak let e = r.context.session.space
        weak let f = r.context.session.database.file
        weak let g = r.context.session.tables.first
        weak let h = r.context.session.tables.last
        return [{ a == nil }, { b == nil }, { d == nil }, { e == nil }, { f == nil }, { g == nil }, { h == nil }]
    }
    func testLeak() throws {
        try withTemporaryDirectory { directory in
            let c = Realm.Configuration(fileURL: directory.appending(path: "a.quire"), objectTypes: commonTypes)
            print("L0", try inner(c) { _ in }.map { $0() })
            do { let a = try Realm(configuration: c); print("LA"); let b = try Realm(configuration: c); print("LB", a == b) } catch { print("LX", error) }
            let c2 = Realm.Configuration(fileURL: directory.appending(path: "b.quire"), objectTypes: commonTypes)
            print("L1", try inner(c2) { r in try r.write { r.add(Note()) } }.map { $0() })
            do { let a = try Realm(configuration: c2); print("LA"); let b = try Realm(configuration: c2); print("LB", a == b) } catch { print("LX", error) }
            let c3 = Realm.Configuration(fileURL: directory.appending(path: "c.quire"), objectTypes: commonTypes)
            print("L2", try inner(c3) { r in try r.write { r.add(Pet()) } }.map { $0() })
            let c4 = Realm.Configuration(fileURL: directory.appending(path: "d.quire"), objectTypes: commonTypes)
            print("L3", try inner(c4) { r in try r.write { r.add(Owner(value: ["name": "A", "pets": [["id": 1], ["id": 2]]])) } }.map { $0() })
        }
    }
    func testInverse() throws {
        let realm = try makeRealm()
        try realm.write { realm.add(Owner(value: ["name": "A", "pets": [["id": 1], ["id": 2]]])) }
        let pet = realm.object(ofType: Pet.self, forPrimaryKey: 1)!
        let p = pet.binding!.property(named: "owners")!
        print("P", p.origin as Any, pet.owner as Any)
        let o = p.origin!
        print("B", try o.table.backlinkCount(o.column, to: pet.row), o.column, pet.row)
        print(pet.owners.box.property as Any, pet.owners.count, o.table.definition)
    }
}
