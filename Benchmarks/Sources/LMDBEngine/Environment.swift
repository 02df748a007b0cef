// LMDB's C interface: environments, transactions, cursors.

import CLMDB
import Foundation
import Workloads

/// Stops at an error.
@inline(__always)
func check(_ result: Int32, _ what: StaticString) throws {
    if result != 0 {
        throw WrongAnswer("lmdb, \(what): \(unsafe String(cString: mdb_strerror(result))).")
    }
}

/// A value of LMDB over bytes that stay while it is used.
@inline(__always)
func value(_ bytes: UnsafeRawBufferPointer) -> MDB_val {
    unsafe MDB_val(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
}

/// The bytes of a value.
@inline(__always)
func contents(_ value: MDB_val) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
}

/// An open file with the four databases of the standard data.
@safe
final class Environment: @unchecked Sendable {
    /// Key → packed product.
    private(set) var products: MDB_dbi = 0
    /// Key → packed item.
    private(set) var items: MDB_dbi = 0
    /// Category → keys of products.
    private(set) var categories: MDB_dbi = 0
    /// Key of a product → keys of items.
    private(set) var inverse: MDB_dbi = 0
    let file: URL
    private let temporary: TemporaryFile?
    private var handle: OpaquePointer?

    /// Makes a file, or opens one to change it. It goes away with the environment if nobody else holds it.
    convenience init(_ temporary: TemporaryFile) throws {
        try self.init(temporary.url, temporary)
        try write { try openDatabases($0, MDB_CREATE) }
    }

    /// Opens a file that has the databases, and stays.
    convenience init(opening file: URL) throws {
        try self.init(file, nil)
        let transaction = try reader()
        try openDatabases(transaction, 0)
        // What a reader has opened stays open only after a commit.
        try transaction.commit()
    }

    private init(_ file: URL, _ temporary: TemporaryFile?) throws {
        self.file = file
        self.temporary = temporary
        try check(unsafe mdb_env_create(&handle), "create")
        try check(unsafe mdb_env_set_mapsize(handle, 32 << 30), "map size")
        try check(unsafe mdb_env_set_maxdbs(handle, 16), "databases")
        let flags = UInt32(MDB_NOSUBDIR | MDB_NORDAHEAD | MDB_NOTLS)
        try check(unsafe mdb_env_open(handle, file.path, flags, 0o644), "open")
    }

    private func openDatabases(_ transaction: Transaction, _ flags: Int32) throws {
        products = try transaction.database("product", flags)
        items = try transaction.database("item", flags)
        categories = try transaction.database("category", flags | MDB_DUPSORT | MDB_DUPFIXED | MDB_INTEGERKEY)
        inverse = try transaction.database("inverse", flags | MDB_DUPSORT | MDB_DUPFIXED)
    }

    deinit { unsafe mdb_env_close(handle) }

    /// A transaction that is made durable at its end.
    func write<R>(_ body: (Transaction) throws -> R) throws -> R {
        let transaction = try unsafe Transaction(handle, 0, self)
        let result = try body(transaction)
        try transaction.commit()
        return result
    }

    /// One state.
    func read<R>(_ body: (Transaction) throws -> R) throws -> R {
        try body(try reader())
    }

    /// A reader that lasts.
    func reader() throws -> Transaction {
        try unsafe Transaction(handle, UInt32(MDB_RDONLY), self)
    }
}

/// A transaction. One that is not committed changes nothing.
@safe
final class Transaction {
    private var handle: OpaquePointer?
    /// Stays open for as long as the transaction lasts.
    private let environment: Environment

    fileprivate init(_ opened: OpaquePointer?, _ flags: UInt32, _ environment: Environment) throws {
        self.environment = environment
        try check(unsafe mdb_txn_begin(opened, nil, flags, &handle), "begin")
    }

    deinit {
        if unsafe handle != nil { unsafe mdb_txn_abort(handle) }
    }

    fileprivate func commit() throws {
        let ending = unsafe handle
        unsafe handle = nil
        try check(unsafe mdb_txn_commit(ending), "commit")
    }

    /// Moves a reader to the newest state.
    func renew() throws {
        unsafe mdb_txn_reset(handle)
        try check(unsafe mdb_txn_renew(handle), "renew")
    }

    /// A database of this file.
    func database(_ name: String, _ flags: Int32) throws -> MDB_dbi {
        var database: MDB_dbi = 0
        try check(unsafe mdb_dbi_open(handle, name, UInt32(flags), &database), "database")
        return database
    }

    /// What a key has.
    @inline(__always)
    func get(_ database: MDB_dbi, _ key: UnsafeRawBufferPointer) throws -> UnsafeRawBufferPointer {
        var (key, found) = unsafe (value(key), MDB_val())
        try check(unsafe mdb_get(handle, database, &key, &found), "get")
        return unsafe contents(found)
    }

    /// Stores what a key has.
    func put(
        _ database: MDB_dbi, _ key: UnsafeRawBufferPointer, _ data: UnsafeRawBufferPointer, _ flags: Int32 = 0
    ) throws {
        var (key, data) = unsafe (value(key), value(data))
        try check(unsafe mdb_put(handle, database, &key, &data, UInt32(flags)), "put")
    }

    /// A place in a database.
    func cursor(_ database: MDB_dbi) throws -> Cursor {
        var cursor: OpaquePointer?
        try check(unsafe mdb_cursor_open(handle, database, &cursor), "cursor")
        return unsafe Cursor(cursor, self)
    }

    /// Every pair of a database in order.
    @inline(__always)
    func scan(
        _ database: MDB_dbi, _ body: (_ key: UnsafeRawBufferPointer, _ data: UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let cursor = try cursor(database)
        var (key, data) = unsafe (MDB_val(), MDB_val())
        var result = unsafe cursor.get(&key, &data, MDB_FIRST)
        while result == 0 {
            try unsafe body(contents(key), contents(data))
            result = unsafe cursor.get(&key, &data, MDB_NEXT)
        }
        if result != MDB_NOTFOUND { try check(result, "scan") }
    }

    /// Pairs in a database.
    func count(_ database: MDB_dbi) throws -> Int {
        var statistics = MDB_stat()
        try check(unsafe mdb_stat(handle, database, &statistics), "statistics")
        return statistics.ms_entries
    }
}

/// A place in a database, for as long as its transaction lasts.
@safe
final class Cursor {
    private let handle: OpaquePointer?
    private let transaction: Transaction

    fileprivate init(_ handle: OpaquePointer?, _ transaction: Transaction) {
        unsafe self.handle = unsafe handle
        self.transaction = transaction
    }

    deinit { unsafe mdb_cursor_close(handle) }

    /// Moves and gives what is there; the result of LMDB, of which MDB_NOTFOUND is no error.
    @inline(__always)
    func get(_ key: inout MDB_val, _ data: inout MDB_val, _ operation: MDB_cursor_op) -> Int32 {
        unsafe mdb_cursor_get(handle, &key, &data, operation)
    }

    /// Moves to a pair that must be there, and gives its data.
    @inline(__always)
    func find(_ key: UnsafeRawBufferPointer, _ operation: MDB_cursor_op = MDB_SET) throws -> UnsafeRawBufferPointer {
        var (key, data) = unsafe (value(key), MDB_val())
        try check(unsafe get(&key, &data, operation), "find")
        return unsafe contents(data)
    }

    /// Moves to a key if it is there.
    @inline(__always)
    func findIfThere(_ key: UnsafeRawBufferPointer) throws -> UnsafeRawBufferPointer? {
        var (key, data) = unsafe (value(key), MDB_val())
        let result = unsafe get(&key, &data, MDB_SET)
        if result == MDB_NOTFOUND { return nil }
        try check(result, "find")
        return unsafe contents(data)
    }

    /// Moves to one of the entries of a key, which must be there.
    @inline(__always)
    func find(_ key: UnsafeRawBufferPointer, entry: UnsafeRawBufferPointer) throws {
        var (key, entry) = unsafe (value(key), value(entry))
        try check(unsafe get(&key, &entry, MDB_GET_BOTH), "find")
    }

    @inline(__always)
    func put(_ key: UnsafeRawBufferPointer, _ data: UnsafeRawBufferPointer, _ flags: Int32 = 0) throws {
        var (key, data) = unsafe (value(key), value(data))
        try check(unsafe mdb_cursor_put(handle, &key, &data, UInt32(flags)), "put")
    }

    /// Deletes the pair at which it is.
    @inline(__always)
    func delete() throws {
        try check(unsafe mdb_cursor_del(handle, 0), "delete")
    }

    /// Entries of the key at which it is.
    @inline(__always)
    func entryCount() throws -> Int {
        var count = 0
        try check(unsafe mdb_cursor_count(handle, &count), "count")
        return count
    }
}
