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
    private var loaded: URL?

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

    /// An empty file.
    func empty() throws -> Environment {
        try Environment(workspace.freshFile("empty.mdb"), workspace)
    }

    /// The file that holds all the data, closed; only read.
    func loadedFile() throws -> URL {
        if let loaded { return loaded }
        let environment = try empty()
        _ = try LMDBInsert.insert(self, into: environment)
        let file = environment.keep()
        loaded = file
        return file
    }

    /// An environment over the file that holds all the data.
    func opened() throws -> Environment {
        try Environment(opening: try loadedFile(), workspace)
    }

    /// A copy of the loaded file, to be changed; it goes away with the environment.
    func copy() throws -> Environment {
        try Environment(try workspace.copy(of: try loadedFile()), workspace)
    }

    package func contender(for workload: any Workload) throws -> (any Contender)? {
        switch workload {
        case is Insert: LMDBInsert(self)
        case is Commit: try LMDBCommit(self)
        case let work as Lookup: try LMDBLookup(work, self)
        case let work as NumberLookup: try LMDBNumberLookup(work, self)
        case is CountOver: try LMDBCount(self)
        case is SumAndAverage: try LMDBSum(self)
        case is SumByCategory: try LMDBCategories(self)
        case is NameSearch: try LMDBNames(self)
        case is Hop: try LMDBHop(self)
        case let work as RandomHop: try LMDBRandomHop(work, self)
        case is Inverse: try LMDBInverse(self)
        case let work as Update: LMDBUpdate(work, self)
        case let work as Delete: LMDBDelete(work, self)
        case let work as Import: LMDBImport(work, self)
        case let work as Open: OpenInChild(work, self, file: try loadedFile())
        case let work as BesideWriter: try BesideWriterContender(work, try LMDBBesideWriter(work, self))
        case let work as OrderedList: LMDBList(work, self)
        case is Sort: try LMDBSort(self)
        case let work as Churn: ChurnContender(work) { [self] in try LMDBChanges(self) }
        case let work as WideClass: wide(work)
        case let work as Month: MonthContender(work) { [self] in try LMDBChanges(self) }
        case let work as HotInverse: try hotInverse(work)
        case let work as LittleMemory: LittleMemoryContender(work, self, file: try loadedFile(), workspace)
        default: nil
        }
    }

    package func runAsChild(_ order: ChildOrder) throws -> [Double] {
        switch order.words.first {
        case "open": try LMDBOpen.run(file: URL(fileURLWithPath: order.words[1]), key: order.words[2], workspace)
        case "memory": try LMDBLittleMemory.run(order, workspace)
        default: throw WrongAnswer("lmdb: no child can \"\(order.words.joined(separator: " "))\".")
        }
    }
}
