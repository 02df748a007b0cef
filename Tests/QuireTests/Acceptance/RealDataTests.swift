// Data that nobody here wrote. `QUIRE_DATA` names its folder; without it the tests are skipped.

import Foundation
import Quire
import XCTest

private final class Country: Object {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
    @Persisted(primaryKey: true, json: .path("iso")) var code: String
    @Persisted var name: String
    @Persisted var continentcode: String
    @Persisted(originProperty: "country") var cities: LinkingObjects<City>
}

private final class City: Object {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
    @Persisted(primaryKey: true, json: .path("geonameid")) var id: Int
    @Persisted var name: String
    @Persisted var latitude: Double
    @Persisted var longitude: Double
    @Persisted var population: Int
    @Persisted(json: .path("alternatenames")) var names: List<String>
    @Persisted(json: .id("countrycode")) var country: Country?
}

final class RealDataTests: XCTestCase {
    /// The values of one object keyed by id, as an array: the file's own form needs a rule that does not exist yet.
    private func rows(_ name: String) throws -> Data {
        guard let folder = ProcessInfo.processInfo.environment["QUIRE_DATA"] else {
            throw XCTSkip("QUIRE_DATA does not name the folder of the real data")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", folder + "/" + name]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw XCTSkip("\(name) cannot be unpacked") }
        let object = try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try JSONSerialization.data(withJSONObject: object.keys.sorted().map { object[$0] })
    }

    func testCities_beforeTheirCountries_areLinkedWhenThoseCome() throws {
        let cities = try rows("cities15000.json.gz")
        let countries = try rows("countries.json.gz")
        let file = FileManager.default.temporaryDirectory.appending(path: "cities-\(UUID().uuidString).quire")
        let configuration = Realm.Configuration(fileURL: file, objectTypes: [City.self, Country.self])
        defer { _ = try? Realm.deleteFiles(for: configuration) }
        try {
            let realm = try Realm(configuration: configuration)
            let report = try realm.importJSON(City.self, from: cities)
            XCTAssertEqual(report.inserted, 34_006)
            XCTAssertEqual(report.unresolvedCount, 34_006)
            try realm.importJSON(Country.self, from: countries)
            XCTAssertEqual(realm.unresolved(Country.self).count, 0)
        }()
        let realm = try Realm(configuration: configuration)
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
        XCTAssertEqual(realm.objects(Country.self).count, 252)
        let sum = realm.objects(Country.self).reduce(0) { $0 + $1.cities.count }
        XCTAssertEqual(sum, 34_006)
        let germany = try XCTUnwrap(realm.object(ofType: Country.self, forPrimaryKey: "DE"))
        XCTAssertTrue(germany.cities.contains { $0.name == "Berlin" && $0.names.contains("Berlino") })
        XCTAssertEqual(try realm.importJSON(City.self, from: cities).unchanged, 34_006)
    }
}
