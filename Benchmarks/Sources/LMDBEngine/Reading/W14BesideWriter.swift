// The side of LMDBEngine in W14BesideWriter.

import Foundation
import Workloads

/// W14: one environment, as LMDB demands of a process, a reader that is renewed, a writer.
final class LMDBBesideWriter: BesideWriterStore {
    private let environment: Environment
    private let keys: PackedTexts
    private let productKeys: PackedTexts

    init(_ workload: BesideWriter, _ engine: LMDBEngine) throws {
        environment = try engine.copy()
        keys = PackedTexts(engine.data.keys(workload.numbers))
        productKeys = engine.texts.productKeys
    }

    func makeReader() throws -> (Int) throws -> Double {
        let (transaction, items, keys) = (try environment.reader(), environment.items, keys)
        return { batch in
            try transaction.renew()
            let first = batch * BesideWriter.batch
            return try transaction.sumOfLookups(items, keys, first..<first + BesideWriter.batch)
        }
    }

    func makeWriter() throws -> (Int, Int) throws -> Void {
        let (environment, productKeys) = (environment, productKeys)
        return { first, count in try environment.insertItems(first..<first + count, productKeys, balance: 1) }
    }

    func itemCount() throws -> Int {
        try environment.read { try $0.count(environment.items) }
    }
}
