import Foundation
import XCTest

@testable import Quire

final class Stake: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var companyId: String?
    @Persisted var company: Company?
    override class func jsonMapping(_ map: JSONMap) {
        map.connect(\Stake.company, by: \Stake.companyId)
    }
}

final class Company: Object {
    @Persisted(primaryKey: true) var id: String
    @Persisted(originProperty: "company") var stakes: LinkingObjects<Stake>
}

/// `map.connect` at add and create.
final class ConnectionTests: XCTestCase {
    func testAdd_ofAKeyBeforeItsObject_linksOnArrival() throws {
        let realm = try makeRealm([Stake.self, Company.self])
        let stake = Stake(value: ["id": 1, "companyId": "c"])
        try realm.write { realm.add(stake) }
        XCTAssertNil(stake.company)
        XCTAssertEqual(realm.unresolved(Company.self).map { $0.key as? String }, ["c"])
        let company = Company(value: ["id": "c"])
        try realm.write { realm.add(company) }
        XCTAssertEqual(stake.company?.id, "c")
        XCTAssertEqual(company.stakes.map(\.id), [1])
    }

    func testUpdate_ofTheKey_linksAnew() throws {
        let realm = try makeRealm([Stake.self, Company.self])
        for policy in [Realm.UpdatePolicy.modified, .all] {
            try realm.write {
                realm.deleteAll()
                realm.create(Company.self, value: ["id": "a"])
                realm.create(Company.self, value: ["id": "b"])
                realm.create(Stake.self, value: ["id": 1, "companyId": "a"])
            }
            let stake = try XCTUnwrap(realm.object(ofType: Stake.self, forPrimaryKey: 1))
            XCTAssertEqual(stake.company?.id, "a")
            try realm.write { realm.create(Stake.self, value: ["id": 1, "companyId": "b"], update: policy) }
            XCTAssertEqual(stake.company?.id, "b")
            try realm.write { realm.add(Stake(value: ["id": 1, "companyId": "a"]), update: policy) }
            XCTAssertEqual(stake.company?.id, "a")
            try realm.write { realm.add(Stake(value: ["id": 1, "companyId": "later"]), update: policy) }
            XCTAssertNil(stake.company)
            try realm.write { realm.add(Stake(value: ["id": 1]), update: policy) }
            XCTAssertEqual(realm.unresolved(Company.self).count, 0)
        }
    }

    func testExplicitLink_wins() throws {
        let realm = try makeRealm([Stake.self, Company.self])
        let stake = Stake(value: ["id": 1, "companyId": "a", "company": ["id": "b"]])
        try realm.write {
            realm.create(Company.self, value: ["id": "a"])
            realm.add(stake)
        }
        XCTAssertEqual(stake.company?.id, "b")
        try realm.write { stake.companyId = "a" }
        XCTAssertEqual(stake.company?.id, "b")
    }

    func testCheck_ofEverythingAbove_findsNoProblem() throws {
        let realm = try makeRealm([Stake.self, Company.self])
        try realm.write {
            for id in 1...500 { realm.create(Stake.self, value: ["id": id, "companyId": "c\(id % 50)"]) }
            for id in 0..<25 { realm.create(Company.self, value: ["id": "c\(id)"]) }
            for id in 1...100 { realm.delete(try XCTUnwrap(realm.object(ofType: Stake.self, forPrimaryKey: id))) }
        }
        let report = try realm.check()
        XCTAssertEqual(report.problems.map(\.message), [])
        XCTAssertEqual(report.objects, 425)
    }
}
