// SQLite's C interface: connections and prepared statements.

import CSQLite
import Foundation
import Workloads

/// An open file.
@safe
final class Connection {
    fileprivate let handle: OpaquePointer
    private let file: URL
    private let temporary: TemporaryFile?

    /// What every connection is set to. The page size counts where the file is made.
    static let pragmas = """
        PRAGMA page_size=4096; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-1500000; \
        PRAGMA mmap_size=8589934592; PRAGMA temp_store=MEMORY
        """

    /// Makes a file, or opens one to change it. It goes away with the connection if nobody else holds it.
    convenience init(_ file: TemporaryFile) throws {
        try self.init(file.url, file)
        try run(Self.pragmas)
    }

    /// Opens a file that stays.
    convenience init(_ file: URL, _ pragmas: String) throws {
        try self.init(file, nil)
        try run(pragmas)
    }

    /// A connection is used in one thread at a time, without a mutex of its own.
    private init(_ file: URL, _ temporary: TemporaryFile?) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let result = unsafe sqlite3_open_v2(file.path, &opened, flags, nil)
        guard result == SQLITE_OK, let opened = unsafe opened else {
            throw WrongAnswer("sqlite: \(file.path) cannot be opened: error \(result).")
        }
        self.file = file
        self.temporary = temporary
        unsafe handle = opened
        unsafe sqlite3_busy_timeout(handle, 10_000)
    }

    deinit { unsafe sqlite3_close(handle) }

    /// Runs statements whose rows nobody needs.
    func run(_ sql: String) throws {
        var message: UnsafeMutablePointer<CChar>?
        if unsafe sqlite3_exec(handle, sql, nil, nil, &message) != SQLITE_OK {
            let reason = unsafe message.map { unsafe String(cString: $0) } ?? "no reason given"
            throw WrongAnswer("sqlite: \(reason) in \"\(sql.prefix(100))\".")
        }
    }

    /// Everything in one transaction.
    func transaction(_ body: () throws -> Void) throws {
        try run("BEGIN IMMEDIATE")
        try body()
        try run("COMMIT")
    }

    /// Everything in one state.
    func snapshot(_ body: () throws -> Void) throws {
        try run("BEGIN")
        try body()
        try run("COMMIT")
    }

    /// A statement that is used many times.
    func prepare(_ sql: String) throws -> Statement {
        var prepared: OpaquePointer?
        let result = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard result == SQLITE_OK, let prepared = unsafe prepared else {
            throw WrongAnswer("sqlite: \(unsafe String(cString: sqlite3_errmsg(handle))) in \"\(sql)\".")
        }
        return unsafe Statement(prepared, self)
    }

    /// The number in the first column of the only row.
    func number(_ sql: String) throws -> Double {
        let statement = try prepare(sql)
        guard try statement.step() else { throw WrongAnswer("sqlite: no row from \"\(sql)\".") }
        return statement.double(0)
    }

    /// The same, whole.
    func count(_ sql: String) throws -> Int {
        Int(try number(sql))
    }

    /// All items.
    func itemCount() throws -> Int { try count("SELECT count(*) FROM item") }

    /// The sum of all balances.
    func sumOfBalances() throws -> Double { try number("SELECT sum(balance) FROM item") }

    /// Moves what was committed into the file.
    func checkpoint() throws {
        try run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Bytes on the disk once everything that was committed is in the file.
    func fileBytes() throws -> Int {
        try checkpoint()
        return try Disk.allocatedBytes(file)
    }
}

/// A prepared statement. What is bound must stay where it is until the statement was reset.
@safe
final class Statement {
    private let handle: OpaquePointer
    private let connection: Connection

    fileprivate init(_ handle: OpaquePointer, _ connection: Connection) {
        unsafe self.handle = unsafe handle
        self.connection = connection
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Binds text that is not copied.
    @inline(__always)
    func bind(_ index: Int32, _ text: UnsafeRawBufferPointer) {
        unsafe sqlite3_bind_text(
            handle, index, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), nil)
    }

    /// Binds bytes that are not copied.
    func bind(_ index: Int32, blob: UnsafeRawBufferPointer) {
        unsafe sqlite3_bind_blob(handle, index, blob.baseAddress, Int32(blob.count), nil)
    }

    @inline(__always)
    func bind(_ index: Int32, _ number: Int) {
        unsafe sqlite3_bind_int64(handle, index, Int64(number))
    }

    @inline(__always)
    func bind(_ index: Int32, _ number: Double) {
        unsafe sqlite3_bind_double(handle, index, number)
    }

    /// The next row; false if there is none.
    @inline(__always)
    @discardableResult
    func step() throws -> Bool {
        let result = unsafe sqlite3_step(handle)
        if result == SQLITE_ROW { return true }
        if result == SQLITE_DONE { return false }
        throw WrongAnswer("sqlite: \(unsafe String(cString: sqlite3_errmsg(connection.handle))).")
    }

    /// Ready for other values.
    @inline(__always)
    func reset() {
        unsafe sqlite3_reset(handle)
    }

    /// Runs a statement that gives no row.
    @inline(__always)
    func run() throws {
        try step()
        reset()
    }

    @inline(__always)
    func double(_ column: Int32) -> Double {
        unsafe sqlite3_column_double(handle, column)
    }

    @inline(__always)
    func int(_ column: Int32) -> Int {
        unsafe Int(sqlite3_column_int64(handle, column))
    }

    /// Bytes of text, which stay until the next step or reset.
    @inline(__always)
    func text(_ column: Int32) -> UnsafeRawBufferPointer {
        let bytes = unsafe sqlite3_column_text(handle, column)
        return unsafe UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// Bytes of a blob, which stay until the next step or reset.
    func blob(_ column: Int32) -> UnsafeRawBufferPointer {
        let bytes = unsafe sqlite3_column_blob(handle, column)
        return unsafe UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
    }
}
