// LMDB with packed records and no object layer at all, as an expert would set it up.

import CLMDB
package import Foundation
package import Workloads

/// Replaces what stands at the cursor.
let current = Int32(MDB_CURRENT)

/// LMDB.
package final class LMDBEngine: StoringEngine {
    package static let name = "lmdb"
    package let variant: String? = nil
    let data: StandardData
    package let workspace: Workspace
    /// The texts of the data as C would hold them.
    lazy var texts = DataTexts(data)
    private var loaded: TemporaryFile?

    /// Nothing is stored yet.
    package init(_ data: StandardData, _ workspace: Workspace) {
        self.data = data
        self.workspace = workspace
    }

    package var settings: [String] {
        [
            "version \(unsafe String(cString: mdb_version(nil, nil, nil))): packed records, products and items by key; "
                + "categories as MDB_DUPSORT | MDB_DUPFIXED | MDB_INTEGERKEY, the inverse as MDB_DUPSORT | MDB_DUPFIXED",
            "MDB_NOSUBDIR | MDB_NORDAHEAD | MDB_NOTLS, every commit with both its syncs (no MDB_NOSYNC, MDB_NOMETASYNC "
                + "or MDB_WRITEMAP); W1 with MDB_APPEND, since keys arrive in order",
            "cursors opened once for each transaction; reads inside one transaction; W12 from a hand-written reader of "
                + "this one form of page; W15 chunks of 256 links; W16 a heap, and a sort of keys made of the doubles' bits",
        ]
    }

    /// An empty file, which goes away with the environment.
    func empty() throws -> Environment {
        try Environment(workspace.temporary(workspace.freshFile("empty.mdb")))
    }

    /// The file that holds all the data, closed; only read.
    package func loadedFile() throws -> URL {
        if let loaded { return loaded.url }
        let file = workspace.temporary(workspace.freshFile("loaded.mdb"))
        _ = try insert(into: try Environment(file))
        loaded = file
        return file.url
    }

    /// An environment over the file that holds all the data.
    func opened() throws -> Environment {
        try Environment(opening: try loadedFile())
    }

    /// A copy of the loaded file, to be changed; it goes away with the environment.
    func copy() throws -> Environment {
        try Environment(workspace.temporary(try workspace.copy(of: try loadedFile())))
    }

    package func changes() throws -> any ChangingStore { try LMDBChanges(self) }

    package func storeBesideWriter(_ work: BesideWriter) throws -> any BesideWriterStore {
        try LMDBBesideWriter(work, self)
    }

    package func runAsChild(_ order: ChildOrder) throws -> [Double] {
        switch order.words.first {
        case "open": try Self.open(order)
        case "memory": try Self.useLittleMemory(order)
        default: throw WrongAnswer("\(name): no child can \"\(order.words.joined(separator: " "))\".")
        }
    }
}
