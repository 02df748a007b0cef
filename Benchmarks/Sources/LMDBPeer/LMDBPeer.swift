// LMDB as an expert would set it up: packed records, cursors that stay, no object layer at all.

import CLMDB
package import Foundation
package import Workloads

/// Four databases in one file: products and items by key, categories to product keys, product keys to item keys.
///
/// An item's record is its balance, then the length and the bytes of its product's key, which is the link. A product's is
/// price, category, time, then length and bytes of its name.
@safe
package final class LMDBPeer: Peer {
    package let name = "LMDB"
    private var environment: OpaquePointer?
    private var products: MDB_dbi = 0
    private var items: MDB_dbi = 0
    private var categories: MDB_dbi = 0
    private var inverse: MDB_dbi = 0
    private var file: URL?
    private var lookups: [Key16] = []

    /// Nothing is opened yet.
    package init() {}

    /// Stops at an error of LMDB.
    private func call(_ result: Int32, _ what: String) throws {
        if result != 0 {
            let reason = unsafe String(cString: mdb_strerror(result))
            throw WrongAnswer(description: "LMDB, \(what): \(reason)")
        }
    }

    package func close() {
        if let environment = unsafe environment { unsafe mdb_env_close(environment) }
        unsafe environment = nil
        if let file {
            try? FileManager.default.removeItem(at: file)
            try? FileManager.default.removeItem(atPath: file.path + "-lock")
        }
        file = nil
    }

    package func fileBytes() -> Int {
        file.flatMap { try? DiskFloor.allocatedBytes($0) } ?? 0
    }

    private func open(_ directory: URL) throws {
        close()
        let file = directory.appending(path: "lmdb.mdb")
        self.file = file
        try call(unsafe mdb_env_create(&environment), "create")
        try call(unsafe mdb_env_set_mapsize(environment, 8 << 30), "map size")
        try call(unsafe mdb_env_set_maxdbs(environment, 16), "databases")
        let flags = UInt32(MDB_NOSUBDIR | MDB_NORDAHEAD)
        try call(unsafe mdb_env_open(environment, file.path, flags, 0o644), "open")
        let transaction = try unsafe begin(0)
        let create = UInt32(MDB_CREATE)
        let duplicates = create | UInt32(MDB_DUPSORT | MDB_DUPFIXED)
        try call(unsafe mdb_dbi_open(transaction, "product", create, &products), "product")
        try call(unsafe mdb_dbi_open(transaction, "item", create, &items), "item")
        try call(
            unsafe mdb_dbi_open(transaction, "category", duplicates | UInt32(MDB_INTEGERKEY), &categories), "category")
        try call(unsafe mdb_dbi_open(transaction, "inverse", duplicates, &inverse), "inverse")
        try call(unsafe mdb_txn_commit(transaction), "commit")
    }

    private func begin(_ flags: Int32) throws -> OpaquePointer? {
        var transaction: OpaquePointer?
        try call(unsafe mdb_txn_begin(environment, nil, UInt32(flags), &transaction), "begin")
        return unsafe transaction
    }

    package func insert(_ data: StandardData, directory: URL) throws {
        try open(directory)
        let transaction = try unsafe begin(0)
        var writer = unsafe RecordWriter()
        var (product, item) = unsafe (nil as OpaquePointer?, nil as OpaquePointer?)
        var (category, links) = unsafe (nil as OpaquePointer?, nil as OpaquePointer?)
        try call(unsafe mdb_cursor_open(transaction, products, &product), "cursor")
        try call(unsafe mdb_cursor_open(transaction, items, &item), "cursor")
        try call(unsafe mdb_cursor_open(transaction, categories, &category), "cursor")
        try call(unsafe mdb_cursor_open(transaction, inverse, &links), "cursor")
        var failed: Int32 = 0
        for record in data.products {
            let key = Key16(record.id)
            var number = Int64(record.category)
            unsafe failed |= writer.putProduct(product, key, record)
            unsafe withUnsafeMutableBytes(of: &number) { bytes in
                unsafe failed |= writer.put(category, bytes, key, length: 8)
            }
        }
        for record in data.items {
            let key = Key16(record.id)
            var productKey = Key16(data.products[record.product].id)
            unsafe failed |= writer.putItem(item, key, productKey, record.balance)
            unsafe productKey.withBytes(8) { unsafe failed |= writer.put(links, $0, key, length: 9) }
        }
        unsafe mdb_cursor_close(product)
        unsafe mdb_cursor_close(item)
        unsafe mdb_cursor_close(category)
        unsafe mdb_cursor_close(links)
        try call(failed, "put")
        try call(unsafe mdb_txn_commit(transaction), "commit")
    }

    package func prepareLookups(_ items: [Int]) throws {
        lookups = items.map { Key16(StandardData.itemKey($0)) }
    }

    package func sumOfLookups() throws -> Double {
        let transaction = try unsafe begin(MDB_RDONLY)
        defer { unsafe mdb_txn_abort(transaction) }
        var sum = 0.0
        var failed: Int32 = 0
        unsafe lookups.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            var value = unsafe MDB_val()
            for place in stride(from: 0, to: buffer.count, by: MemoryLayout<Key16>.stride) {
                var key = unsafe MDB_val(mv_size: 9, mv_data: base + place)
                failed |= unsafe mdb_get(transaction, items, &key, &value)
                if failed != 0 { return }
                sum += unsafe value.mv_data.loadUnaligned(as: Double.self)
            }
        }
        try call(failed, "get")
        return sum
    }

    package func commit(item number: Int, product: Int, balance: Double) throws {
        let key = Key16(StandardData.itemKey(number))
        var productKey = Key16(StandardData.productKey(product))
        var writer = unsafe RecordWriter()
        let transaction = try unsafe begin(0)
        var (item, links) = unsafe (nil as OpaquePointer?, nil as OpaquePointer?)
        try call(unsafe mdb_cursor_open(transaction, items, &item), "cursor")
        try call(unsafe mdb_cursor_open(transaction, inverse, &links), "cursor")
        var failed = unsafe writer.putItem(item, key, productKey, balance)
        unsafe productKey.withBytes(8) { unsafe failed |= writer.put(links, $0, key, length: 9) }
        unsafe mdb_cursor_close(item)
        unsafe mdb_cursor_close(links)
        try call(failed, "put")
        try call(unsafe mdb_txn_commit(transaction), "commit")
    }
}
