// LMDB with packed records and no object layer at all, as an expert would set it up.

import CLMDB
import Foundation
package import Workloads

/// Replaces what stands at the cursor.
let current = Int32(MDB_CURRENT)

/// LMDB.
package final class LMDBEngine: Engine {
    package static let name = "lmdb"
    package let variant: String? = nil
    let data: StandardData
    let workspace: Workspace
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
    func loadedFile() throws -> URL {
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

    package func contender(for workload: any Workload) throws -> (any Contender)? {
        switch workload {
        case let work as Insert: contender(work)
        case let work as Commit: try contender(work)
        case let work as Lookup: try contender(work)
        case let work as NumberLookup: try contender(work)
        case let work as CountOver: try contender(work)
        case let work as SumAndAverage: try contender(work)
        case let work as SumByCategory: try contender(work)
        case let work as NameSearch: try contender(work)
        case let work as Hop: try contender(work)
        case let work as RandomHop: try contender(work)
        case let work as Inverse: try contender(work)
        case let work as Update: contender(work)
        case let work as Delete: contender(work)
        case let work as Import: contender(work)
        case let work as Open: work.contender(self, file: try loadedFile())
        case let work as BesideWriter: try work.contender(try LMDBBesideWriter(work, self))
        case let work as OrderedList: contender(work)
        case let work as Sort: try contender(work)
        case let work as Churn: work.contender { [self] in try LMDBChanges(self) }
        case let work as WideClass: contender(work)
        case let work as Month: work.contender { [self] in try LMDBChanges(self) }
        case let work as HotInverse: try contender(work)
        case let work as LittleMemory: work.contender(self, file: try loadedFile(), workspace)
        default: nil
        }
    }

    package func runAsChild(_ order: ChildOrder) throws -> [Double] {
        switch order.words.first {
        case "open": try Self.open(order)
        case "memory": try Self.useLittleMemory(order)
        default: throw WrongAnswer("\(name): no child can \"\(order.words.joined(separator: " "))\".")
        }
    }
}
