// The five steps that the example prints.

import Foundation
import Quire

/// Imports the payloads into one file in `directory` and shows what the store makes of them.
struct Demo {
    let directory: URL

    private var storeURL: URL { directory.appending(path: "portfolio.quire") }
    private var configuration: Realm.Configuration {
        var configuration = Realm.Configuration(fileURL: storeURL)
        configuration.objectTypes = classes
        return configuration
    }

    func run() throws {
        if FileManager.default.fileExists(atPath: storeURL.path) {
            print("The store in this directory exists already; nothing is imported.")
            return try reopen(heading: "What it holds")
        }
        try importAll()
        try reopen(heading: "5. The file, opened again without importing")
    }

    private func importAll() throws {
        let realm = try Realm(configuration: configuration)
        try firstPages(realm)
        print("\n2. Products with their items, found through the inverse")
        show(realm)
        try secondPage(realm)
        try badPage(realm)
    }

    private func payload(_ name: String, _ text: String) throws -> URL {
        let file = directory.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file
    }

    private func firstPages(_ realm: Realm) throws {
        print("1. Products, a first page of items, a watchlist of ids")
        let products = try realm.importJSON(
            Product.self, contentsOf: payload("products.json", Payloads.products), root: "products")
        print("   products.json: \(products.inserted) products stored")
        let items = try realm.importJSON(
            PortfolioItem.self, contentsOf: payload("items-1.json", Payloads.firstPage))
        print(
            "   items-1.json: \(items.inserted) items stored, \(items.unresolvedCount) links wait for a product not seen yet"
        )
        let watchlists = try realm.importJSON(
            Watchlist.self, contentsOf: payload("watchlist.json", Payloads.watchlist))
        print(
            "   watchlist.json: \(watchlists.inserted) watchlist stored, \(watchlists.unresolvedCount) of its links waits"
        )
        for waiting in realm.unresolved(Product.self) {
            print("   product \(waiting.key) is awaited by \(waiting.count) links")
        }
    }

    private func secondPage(_ realm: Realm) throws {
        print("\n3. A second page brings the missing product")
        try realm.importJSON(
            Product.self, contentsOf: payload("products-2.json", Payloads.secondPage), root: "products")
        if let gold = realm.object(ofType: Product.self, forPrimaryKey: "P3") {
            print("   \(gold.name) has \(gold.items.count) items, linked the moment it arrived")
        }
        print("   links that still wait: \(realm.unresolved(Product.self).count)")
        show(realm)
    }

    private func badPage(_ realm: Realm) throws {
        print("\n4. A bad page is refused whole")
        let before = realm.objects(PortfolioItem.self).count
        do {
            try realm.importJSON(PortfolioItem.self, contentsOf: payload("items-2.json", Payloads.badPage))
            print("   it was accepted: that is a defect")
        } catch let error as JSONImportError {
            for issue in error.issues {
                let file = issue.file.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "?"
                print("   \(file):\(issue.line):\(issue.column): \(issue.pointer): \(issue.kind.name),", terminator: "")
                print(" expected \(issue.expected ?? "?"), found \(issue.found ?? "?")")
            }
        }
        let after = realm.objects(PortfolioItem.self).count
        print("   items before: \(before), after: \(after); I6 was good and is not there: ", terminator: "")
        print(realm.object(ofType: PortfolioItem.self, forPrimaryKey: "I6") == nil)
    }

    private func reopen(heading: String) throws {
        print("\n\(heading)")
        let realm = try Realm(configuration: configuration)
        show(realm)
        let report = try realm.check()
        print("   check: \(report.problems.isEmpty ? "passes" : "\(report.problems)"), \(report.objects) objects")
    }

    private func show(_ realm: Realm) {
        for product in realm.objects(Product.self).sorted(by: \.id) {
            let items = product.items.sorted(by: \.id)
            let sum = items.reduce(0) { $0 + $1.balance }
            let notes = product.notes.map(\.text).joined(separator: ", ")
            print("   \(product.id) \(product.name), issued by \(product.issuer)\(notes.isEmpty ? "" : " (\(notes))")")
            print("      items \(items.map(\.id).joined(separator: ", ")), together \(sum)")
        }
        for list in realm.objects(Watchlist.self) {
            print("   watchlist \"\(list.title)\": \(list.products.map(\.name).joined(separator: ", "))")
        }
    }
}
