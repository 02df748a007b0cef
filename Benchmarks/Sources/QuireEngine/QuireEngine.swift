// Quire through its public interface, as an app uses it.

package import Foundation
package import Quire
package import Workloads

/// The engine that the bars are for.
package final class QuireEngine: Engine {
    package static let name = RowResult.ours
    package let variant: String? = nil
    package let settings = [
        "the public interface with its defaults: pages of 4 KiB, mapped, each checked at its first touch; every write "
            + "durable"
    ]
    let data: StandardData
    let workspace: Workspace
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
    func loadedFile() throws -> URL {
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

    package func contender(for workload: any Workload) throws -> (any Contender)? {
        switch workload {
        case let work as Insert: contender(work)
        case let work as Commit: try contender(work)
        case let work as Lookup: try contender(work)
        case let work as NumberLookup: try contender(work)
        case let work as SumAndAverage: try contender(work)
        case let work as Hop: try contender(work)
        case let work as RandomHop: try contender(work)
        case let work as Inverse: try contender(work)
        case let work as Update: contender(work)
        case let work as Delete: contender(work)
        case let work as Import: contender(work)
        case let work as Open: work.contender(self, file: try loadedFile())
        case let work as BesideWriter: try work.contender(try QuireBesideWriter(work, self))
        case let work as OrderedList: contender(work)
        case let work as Sort: try contender(work)
        case let work as PropertyRead: try contender(work)
        case let work as Churn: work.contender { [self] in try QuireChanges(self) }
        case let work as LargeImport: try contender(work)
        case let work as WideClass: contender(work)
        case let work as Month: work.contender { [self] in try QuireChanges(self) }
        case let work as HotInverse: try contender(work)
        case let work as LittleMemory: work.contender(self, file: try loadedFile(), workspace)
        default: nil
        }
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
