// What the workloads of one run share: the data, a directory, the loaded file.

package import Foundation
package import Quire

/// The common ground of a run. Its directory and all that is in it go away with `removeFiles`.
package final class Bench {
    /// What is stored.
    package let data: StandardData
    /// Where the files are.
    package let directory: URL
    /// Other engines that do the same work, in the order of their turns.
    package let peers: [any Peer]
    private var loaded: Realm?
    private var loadedFile: URL?
    private var copies = 0

    /// A run in a fresh directory inside `parent`.
    package init(scale: Double, parent: URL = FileManager.default.temporaryDirectory, peers: [any Peer] = []) throws {
        data = StandardData(scale: scale)
        directory = parent.appending(path: "quire-bench-\(UUID().uuidString)")
        self.peers = peers
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    /// A configuration of the four classes.
    package static func configuration(_ file: URL) -> Realm.Configuration {
        Realm.Configuration(
            fileURL: file, objectTypes: [Product.self, PortfolioItem.self, NumberedItem.self, Watchlist.self])
    }

    /// A file name that nothing has yet.
    package func freshFile(_ stem: String) -> URL {
        copies += 1
        return directory.appending(path: "\(stem)-\(copies).quire")
    }

    /// An empty store in a file of its own.
    package func emptyRealm(_ stem: String) throws -> Realm {
        try Realm(configuration: Self.configuration(freshFile(stem)))
    }

    /// An empty store for the length of `body`, then deletes its file. Nothing of it may outlive `body`.
    package func withEmptyRealm<R>(_ stem: String, _ body: (Realm, URL) throws -> R) throws -> R {
        let file = freshFile(stem)
        let result = try body(try Realm(configuration: Self.configuration(file)), file)
        try Realm.deleteFiles(for: Self.configuration(file))
        return result
    }

    /// A copy of the loaded file for the length of `body`, to be changed, then deletes it.
    package func withCopy<R>(_ stem: String, _ body: (Realm, URL) throws -> R) throws -> R {
        let file = try copyOfLoaded(stem)
        let result = try body(try Realm(configuration: Self.configuration(file)), file)
        try Realm.deleteFiles(for: Self.configuration(file))
        return result
    }

    /// The store that holds all the data; only read.
    package func loadedRealm() throws -> Realm {
        if let loaded { return loaded }
        let realm = try Realm(configuration: Self.configuration(try loadedURL()))
        loaded = realm
        return realm
    }

    /// The file that holds all the data.
    package func loadedURL() throws -> URL {
        if let loadedFile { return loadedFile }
        let file = freshFile("loaded")
        try W1.insert(data, into: try Realm(configuration: Self.configuration(file)))
        loadedFile = file
        return file
    }

    /// A copy of the loaded file, flushed to the disk.
    package func copyOfLoaded(_ stem: String) throws -> URL {
        let source = try loadedURL()
        let file = freshFile(stem)
        try FileManager.default.copyItem(at: source, to: file)
        try DiskFloor.flush(file)
        return file
    }

    /// Removes the directory.
    package func removeFiles() {
        loaded = nil
        try? FileManager.default.removeItem(at: directory)
    }
}

/// Another engine that does the workloads beside ours.
package protocol Peer: AnyObject {
    /// "LMDB".
    var name: String { get }
    /// W1: makes a new file, stores all the data in one durable transaction, keeps it open. The time is the caller's.
    func insert(_ data: StandardData, directory: URL) throws
    /// Bytes of the file on the disk.
    func fileBytes() -> Int
    /// Gets the numbers of the items to look up, to make keys of them before the clock runs.
    func prepareLookups(_ items: [Int]) throws
    /// W3: the sum of the balances of the items prepared, each found by its key.
    func sumOfLookups() throws -> Double
    /// W2: one durable transaction that inserts item `number` of product `product`.
    func commit(item number: Int, product: Int, balance: Double) throws
    /// Closes and removes its file.
    func close()
}
