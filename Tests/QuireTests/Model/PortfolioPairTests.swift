import Foundation
import XCTest

@testable import Quire

/// Two classes with hand-written decoding: properties are assigned before `super.init()`, the key is named by an
/// override, and the inverse is a private stored `let`.
class Holding: Object, Decodable {
    @Persisted var id: String = ""
    @Persisted var assetId: String = ""
    @Persisted var amount: Double = 0.0

    @Persisted public var asset: Asset?

    override static func primaryKey() -> String? {
        return "id"
    }

    private enum CodingKeys: String, CodingKey {
        case id, assetId, amount
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        assetId = try container.decode(String.self, forKey: .assetId)
        amount = try container.decode(Double.self, forKey: .amount)
        super.init()
    }

    required init() {
        super.init()
    }

    convenience init(id: String, assetId: String, amount: Double) {
        self.init()
        self.id = id
        self.assetId = assetId
        self.amount = amount
    }
}

final class Asset: Object, Decodable {
    @Persisted var id: String = ""
    @Persisted var name: String = ""

    private let holdings = LinkingObjects(fromType: Holding.self, property: "asset")

    public var holding: Holding? {
        return holdings.first
    }

    override static func primaryKey() -> String? {
        return "id"
    }

    private enum CodingKeys: String, CodingKey {
        case id, name
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        super.init()
    }

    required init() {
        super.init()
    }
}

final class PortfolioPairTests: XCTestCase {
    private let types: [Object.Type] = [Holding.self, Asset.self]

    func testDecoded_addedAndLinked_showsTheInverse() throws {
        let realm = try makeRealm(types)
        let asset = try JSONDecoder().decode(Asset.self, from: Data(#"{"id": "a", "name": "Gold"}"#.utf8))
        let holdings = try JSONDecoder().decode(
            [Holding].self, from: Data(#"[{"id": "h", "assetId": "a", "amount": 2.5}]"#.utf8))
        XCTAssertNil(asset.holding)
        try realm.write {
            realm.add(asset, update: .modified)
            realm.add(holdings, update: .modified)
            for holding in holdings {
                holding.asset = realm.object(ofType: Asset.self, forPrimaryKey: holding.assetId)
            }
        }
        XCTAssertEqual(asset.holding?.amount, 2.5)
        XCTAssertEqual(holdings[0].asset?.name, "Gold")
        let fetched = try XCTUnwrap(realm.object(ofType: Asset.self, forPrimaryKey: "a"))
        XCTAssertEqual(fetched.holding?.id, "h")
        try realm.write { realm.delete(holdings[0]) }
        XCTAssertNil(fetched.holding)
        XCTAssertNil(asset.holding)
    }

    func testDecoded_twice_updatesByKey() throws {
        let realm = try makeRealm(types)
        for amount in 1...3 {
            let payload = Data(#"{"id": "h", "assetId": "a", "amount": \#(amount)}"#.utf8)
            let holding = try JSONDecoder().decode(Holding.self, from: payload)
            try realm.write { realm.add(holding, update: .all) }
        }
        XCTAssertEqual(realm.objects(Holding.self).map(\.amount), [3])
    }

    func testDecoding_ofAMissingKey_throws() {
        XCTAssertThrowsError(try JSONDecoder().decode(Asset.self, from: Data(#"{"id": "a"}"#.utf8)))
    }

    func testDescription_knowsKeyAndInverse() throws {
        let description = ClassDescription.of(Asset.self)
        XCTAssertEqual(description.primaryKey?.name, "id")
        XCTAssertEqual(description.properties.map(\.name), ["id", "name", "holdings"])
        XCTAssertEqual(description.property(named: "holdings")?.origin?.property, "asset")
        XCTAssertEqual(description.problems.count, 0)
    }
}
