// The code of the articles in Quire.docc: compiled here, run here, and held against the articles word by word.

import Foundation
import Quire
import XCTest

// snippet: GettingStarted
final class Cook: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted(originProperty: "cook") var recipes: LinkingObjects<Recipe>
}

final class Recipe: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var title: String
    @Persisted var minutes: Int?
    @Persisted var steps: List<String>
    @Persisted var ingredients: List<Ingredient>
    @Persisted var cook: Cook?
}

/// Lives and dies with its recipe.
final class Ingredient: EmbeddedObject {
    @Persisted var name: String
    @Persisted var grams: Double
}
// end

// snippet: ImportingJSON
final class Shop: Object {
    @Persisted(primaryKey: true) var id: String
    @Persisted(json: .path("address", "city")) var city: String
    @Persisted(originProperty: "shop") var offers: LinkingObjects<Offer>
}

final class Offer: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var price: Double
    @Persisted(json: .date(.unixSeconds)) var validUntil: Date?
    @Persisted(json: .id("shop_id")) var shop: Shop?
}
// end

final class ArticleTests: XCTestCase {
    private var directory = URL(fileURLWithPath: "/")
    private var printed: [String] = []

    override func setUpWithError() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "quire-articles-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        printed = []
    }

    override func tearDown() {
        try? FileManager.default.removeItem(at: directory)
    }

    /// In the place of the standard library's.
    private func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }

    private func open() throws -> Realm {
        let file = directory.appending(path: "recipes.quire")
        // snippet: GettingStarted
        var configuration = Realm.Configuration(fileURL: file)
        configuration.objectTypes = [Cook.self, Recipe.self, Ingredient.self]
        let realm = try Realm(configuration: configuration)
        // end
        return realm
    }

    private func fill(_ realm: Realm) throws {
        // snippet: GettingStarted
        try realm.write {
            let cook = Cook()
            cook.id = 1
            cook.name = "Ada"
            let recipe = realm.create(Recipe.self, value: ["id": 10, "title": "Bread", "minutes": 90])
            recipe.steps.append("Knead")
            recipe.steps.append("Bake")
            let flour = Ingredient()
            flour.name = "Flour"
            flour.grams = 500
            recipe.ingredients.append(flour)
            // An object that is not stored yet is added by the link to it.
            recipe.cook = cook
        }
        // end
    }

    func testGettingStarted_readsWhatItWrote() throws {
        let realm = try open()
        try fill(realm)
        // snippet: GettingStarted
        let recipes = realm.objects(Recipe.self).sorted(by: \.title)
        for recipe in recipes {
            print(recipe.title, recipe.cook?.name ?? "unknown", recipe.steps.count)
        }
        let ada = realm.object(ofType: Cook.self, forPrimaryKey: 1)
        let titles = ada?.recipes.map(\.title) ?? []
        // end
        XCTAssertEqual(printed, ["Bread Ada 2"])
        XCTAssertEqual(titles, ["Bread"])
        XCTAssertEqual(recipes[0].ingredients.map(\.grams), [500])
    }

    func testGettingStarted_changesAndDeletes() throws {
        let realm = try open()
        try fill(realm)
        // snippet: GettingStarted
        try realm.write {
            guard let bread = realm.object(ofType: Recipe.self, forPrimaryKey: 10) else { return }
            bread.minutes = 75
            realm.create(Cook.self, value: ["id": 1, "name": "Ada L."], update: .modified)
            if let ada = realm.object(ofType: Cook.self, forPrimaryKey: 1) { realm.delete(ada) }
        }
        // end
        XCTAssertEqual(realm.objects(Recipe.self).first?.minutes, 75)
        XCTAssertNil(realm.objects(Recipe.self).first?.cook)
        XCTAssertTrue(realm.objects(Cook.self).isEmpty)
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
    }

    func testQueries_findOrderAndAddUp() throws {
        let realm = try open()
        try fill(realm)
        try realm.write {
            for (id, title, minutes) in [(11, "Soup", 20), (12, "Flatbread", 30)] {
                let recipe = realm.create(Recipe.self, value: ["id": id, "title": title, "minutes": minutes])
                recipe.cook = realm.object(ofType: Cook.self, forPrimaryKey: 1)
            }
        }
        // snippet: Queries
        let quick = realm.objects(Recipe.self).where { $0.minutes <= 30 && $0.cook.name == "Ada" }
        for recipe in quick.sorted(by: \.title) { print(recipe.title) }
        let number = quick.count
        // end
        XCTAssertEqual(printed, ["Flatbread", "Soup"])
        XCTAssertEqual(number, 2)
        // snippet: Queries
        let breads = realm.objects(Recipe.self).where { $0.title.contains("bread", options: .caseInsensitive) }
        let longest = breads.where { $0.steps.count > 1 }.sorted(by: \.minutes, ascending: false).first
        let average = breads.average(of: \.minutes)
        let hers = realm.object(ofType: Cook.self, forPrimaryKey: 1)?.recipes.where { $0.minutes.contains(10...60) }
        // end
        XCTAssertEqual(longest?.title, "Bread")
        XCTAssertEqual(average, 60)
        XCTAssertEqual(hers?.map(\.title).sorted(), ["Flatbread", "Soup"])
    }

    func testImportingJSON_linksWhateverComesFirst() throws {
        let realm = try Realm(
            configuration: Realm.Configuration(
                fileURL: directory.appending(path: "shops.quire"), objectTypes: [Shop.self, Offer.self]))
        // snippet: ImportingJSON
        let offers = Data(#"[{"id": 1, "price": 9.5, "valid_until": 1700000000, "shop_id": "S1"}]"#.utf8)
        let first = try realm.importJSON(Offer.self, from: offers)
        print(first.inserted, first.unresolvedCount)  // 1 1

        let shops = Data(#"{"data": [{"id": "S1", "address": {"city": "Oslo"}}]}"#.utf8)
        try realm.importJSON(Shop.self, from: shops, root: "data")
        let city = realm.object(ofType: Offer.self, forPrimaryKey: 1)?.shop?.city  // "Oslo"
        // end
        XCTAssertEqual(printed, ["1 1"])
        XCTAssertEqual(city, "Oslo")
        XCTAssertEqual(realm.objects(Offer.self).first?.validUntil, Date(timeIntervalSince1970: 1_700_000_000))
        XCTAssertEqual(realm.objects(Shop.self).first?.offers.count, 1)
        printed = []
        // snippet: ImportingJSON
        let wrong = Data(#"[{"id": 2, "price": "cheap"}, {"id": 3, "price": null}]"#.utf8)
        do {
            try realm.importJSON(Offer.self, from: wrong)
        } catch let error as JSONImportError {
            // /0/price typeMismatch, /1/price nullForRequired
            for issue in error.issues { print(issue.pointer, issue.kind.name) }
        }
        // end
        XCTAssertEqual(printed, ["/0/price typeMismatch", "/1/price nullForRequired"])
        XCTAssertEqual(realm.objects(Offer.self).count, 1)
    }

    func testErrorsAndScopes_throwAtTheEndOfTheirScope() throws {
        let realm = try open()
        // snippet: ErrorsAndScopes
        do {
            try realm.write {
                realm.create(Cook.self, value: ["id": 7, "name": "Grace"])
                // The key exists: this dooms the write, which throws at its end.
                realm.create(Cook.self, value: ["id": 7, "name": "Edsger"])
            }
        } catch Realm.Error.Code.duplicatePrimaryKey {
            print("one of them is enough")
        }
        // end
        XCTAssertEqual(printed, ["one of them is enough"])
        XCTAssertTrue(realm.objects(Cook.self).isEmpty)
        // snippet: ErrorsAndScopes
        try realm.write {
            realm.create(Cook.self, value: ["id": 8, "name": "Barbara"])
            do {
                try realm.nested {
                    realm.create(Cook.self, value: ["id": 9, "name": "Ken"])
                    throw CancellationError()
                }
            } catch is CancellationError {
                // Cook 9 is gone again, cook 8 is there.
            }
        }
        // end
        // snippet: ErrorsAndScopes
        let names = try realm.read {
            // An array, because a lazy map would read after the scope.
            Array(realm.objects(Cook.self).map(\.name))
        }
        // end
        XCTAssertEqual(names, ["Barbara"])
    }

    // MARK: The articles themselves

    func testArticles_holdExactlyTheCodeThatIsCompiledHere() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let compiled = try snippets(String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8))
        XCTAssertEqual(compiled.count, 4)
        for (article, expected) in compiled {
            let file = root.appending(path: "Sources/Quire/Quire.docc/\(article).md")
            let text = try String(contentsOf: file, encoding: .utf8)
            let parts = text.components(separatedBy: "```swift\n").dropFirst()
            let found = parts.map { part in part.components(separatedBy: "```")[0] }
            XCTAssertEqual(found.sorted(), expected.sorted(), article)
        }
    }

    /// What stands between `// snippet: NAME` and `// end`, without its indentation, by name.
    private func snippets(_ source: String) -> [String: [String]] {
        var found: [String: [String]] = [:]
        var name: Substring?
        var indentation = 0
        var text = ""
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.drop { $0 == " " }
            if let open = name {
                if trimmed == "// end" {
                    found[String(open), default: []].append(text)
                    name = nil
                } else {
                    text += line.dropFirst(indentation) + "\n"
                }
            } else if trimmed.hasPrefix("// snippet: ") {
                name = trimmed.dropFirst("// snippet: ".count)
                indentation = line.count - trimmed.count
                text = ""
            }
        }
        return found
    }
}
