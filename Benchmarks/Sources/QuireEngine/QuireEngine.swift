// Quire through its public interface, as an app uses it.

package import Foundation
package import Quire
package import Workloads

/// The engine that the bars are for.
package final class QuireEngine: StoringEngine {
    package static let name = RowResult.ours
    package let variant: String? = nil
    package let settings = [
        "the public interface with its defaults: pages of 4 KiB, mapped, each checked at its first touch; every write "
            + "durable"
    ]
    let data: StandardData
    package let workspace: Workspace
    private var loaded: URL?

    /// Nothing is stored yet.
    package init(_ data: StandardData, _ workspace: Workspace) {
        self.data = data
        self.workspace = workspace
    }

    /// The classes of the standard data. Opening a file takes up each class that is named, so that none is named for nothing.
    package static let standardClasses: [Object.Type] = [
        Product.self, PortfolioItem.self, NumberedItem.self, Watchlist.self,
    ]

    /// A configuration of some classes.
    package static func configuration(_ file: URL, _ classes: [Object.Type] = standardClasses) -> Realm.Configuration {
        Realm.Configuration(fileURL: file, objectTypes: classes)
    }

    /// The file that holds all the data; only read.
    package func loadedFile() throws -> URL {
        if let loaded { return loaded }
        let file = workspace.freshFile("loaded.quire")
        let realm = try Realm(configuration: Self.configuration(file))
        _ = try Self.insert(data, into: realm)
        loaded = file
        return file
    }

    /// A view of the file that holds all the data.
    func loadedRealm() throws -> Realm {
        try Realm(configuration: Self.configuration(try loadedFile()))
    }

    /// A new file for the length of `body`. Nothing of it may outlive `body`.
    func withEmptyRealm<R>(_ body: (Realm) throws -> R) throws -> R {
        try with(workspace.freshFile("empty.quire"), body)
    }

    /// A copy of the loaded file for the length of `body`, to be changed.
    func withCopy<R>(_ body: (Realm) throws -> R) throws -> R {
        try with(try workspace.copy(of: try loadedFile()), body)
    }

    private func with<R>(_ file: URL, _ body: (Realm) throws -> R) throws -> R {
        defer { workspace.remove(file) }
        return try body(try Realm(configuration: Self.configuration(file)))
    }

    package func changes() throws -> any ChangingStore { try QuireChanges(self) }

    package func storeBesideWriter(_ work: BesideWriter) throws -> any BesideWriterStore {
        try QuireBesideWriter(work, self)
    }

    package func runAsChild(_ order: ChildOrder) throws -> [Double] {
        switch order.words.first {
        case "open": try Self.open(order)
        case "import": try Self.importDeliveries(order)
        case "memory": try Self.useLittleMemory(order)
        case "probe": try Probe.runAll()
        default: throw WrongAnswer("quire: no child can \"\(order.words.joined(separator: " "))\".")
        }
    }
}

extension Realm {
    /// An item by its key, which must be there.
    func item(_ key: String) throws -> PortfolioItem {
        guard let item = object(ofType: PortfolioItem.self, forPrimaryKey: key) else {
            throw WrongAnswer("quire: item \(key) is not there.")
        }
        return item
    }
}
