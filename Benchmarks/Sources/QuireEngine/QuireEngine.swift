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
        _ = try QuireInsert.insert(data, into: realm)
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
        case let work as Insert: QuireInsert(work, self)
        case is Commit: try QuireCommit(self)
        case let work as Lookup: try QuireLookup(work, self)
        case let work as NumberLookup: try QuireNumberLookup(work, self)
        case is SumAndAverage: try sumAndAverage()
        case is Hop: try QuireHop(self)
        case let work as RandomHop: try QuireRandomHop(work, self)
        case is Inverse: try QuireInverse(self)
        case let work as Update: QuireUpdate(work, self)
        case let work as Delete: QuireDelete(work, self)
        case let work as Import: QuireImport(work, self)
        case let work as Open: OpenInChild(work, self, file: try loadedFile())
        case let work as BesideWriter: try BesideWriterContender(work, try QuireBesideWriter(work, self))
        case let work as OrderedList: QuireList(work, self)
        case is Sort: try sort()
        case let work as PropertyRead: try QuirePropertyRead(work, self)
        case let work as Churn: ChurnContender(work) { [self] in try QuireChanges(self) }
        case let work as WideClass: wide(work)
        case let work as Month: MonthContender(work) { [self] in try QuireChanges(self) }
        case let work as HotInverse: try hotInverse(work)
        case let work as LittleMemory: LittleMemoryContender(work, self, file: try loadedFile(), workspace)
        case let work as LargeImport: try QuireLargeImport(work, self)
        default: nil
        }
    }

    package func runAsChild(_ order: ChildOrder) throws -> [Double] {
        switch order.words.first {
        case "open": try QuireOpen.run(file: URL(fileURLWithPath: order.words[1]), key: order.words[2])
        case "import":
            try QuireLargeImport.run(
                json: URL(fileURLWithPath: order.words[1]), into: URL(fileURLWithPath: order.words[2]))
        case "probe": try Probe.runAll()
        case "memory": try QuireLittleMemory.run(order)
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
