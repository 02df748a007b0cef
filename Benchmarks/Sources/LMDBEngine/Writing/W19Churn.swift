// The side of LMDBEngine in W19Churn.

import Workloads

/// W19, and whatever else makes small changes: a copy of the loaded file.
final class LMDBChanges: ChangingStore {
    private let environment: Environment
    private let productKeys: PackedTexts

    init(_ engine: LMDBEngine) throws {
        environment = try engine.copy()
        productKeys = engine.texts.productKeys
    }

    func commit(_ changes: some Collection<ChangeStream.Change>) throws {
        try environment.write { transaction in
            let writer = try RecordWriter(transaction, environment)
            for change in changes { try apply(change, writer) }
        }
    }

    private func apply(_ change: ChangeStream.Change, _ writer: RecordWriter) throws {
        switch change {
        case .set(let key, let balance): try unsafe with(key) { try unsafe writer.setBalance($0, balance) }
        case .insert(let key, let product, _, let balance):
            try unsafe with(key) { try unsafe writer.insertItem($0, productKeys[product], balance: balance) }
        case .delete(let key): try unsafe with(key) { try unsafe writer.deleteItem($0) }
        }
    }

    private func with(_ key: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var key = key
        try key.withUTF8 { try unsafe body(UnsafeRawBufferPointer($0)) }
    }

    func itemCount() throws -> Int {
        try environment.read { try $0.count(environment.items) }
    }

    func sumOfBalances() throws -> Double {
        try environment.read { try $0.sumOfBalances(environment) }
    }

    func fileBytes() throws -> Int { try Disk.allocatedBytes(environment.file) }
}
