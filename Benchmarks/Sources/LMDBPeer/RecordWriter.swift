// Packed records of products and items, as a C program would lay them out.

import CLMDB
import Workloads

/// A key of at most 16 bytes, in place.
struct Key16 {
    private var words: (UInt64, UInt64) = (0, 0)

    init(_ text: String) {
        var text = text
        unsafe withUnsafeMutableBytes(of: &words) { words in
            text.withUTF8 { unsafe words.copyBytes(from: $0.prefix(16)) }
        }
    }

    /// The first `length` bytes.
    mutating func withBytes(_ length: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
        unsafe withUnsafeMutableBytes(of: &words) {
            unsafe body(UnsafeMutableRawBufferPointer(rebasing: $0[..<length]))
        }
    }
}

/// Builds a record in a buffer that it keeps, and puts it by a cursor.
@unsafe
struct RecordWriter: ~Copyable {
    private let record = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 8)

    deinit { unsafe record.deallocate() }

    private func value(_ bytes: UnsafeMutableRawBufferPointer) -> MDB_val {
        unsafe MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
    }

    mutating func put(
        _ cursor: OpaquePointer?, _ key: UnsafeMutableRawBufferPointer, _ entry: Key16, length: Int
    ) -> Int32 {
        var (entry, result) = (entry, 0 as Int32)
        unsafe entry.withBytes(length) { bytes in
            var (key, value) = unsafe (value(key), value(bytes))
            result = unsafe mdb_cursor_put(cursor, &key, &value, 0)
        }
        return result
    }

    mutating func putItem(_ cursor: OpaquePointer?, _ key: Key16, _ product: Key16, _ balance: Double) -> Int32 {
        var (key, product, result) = (key, product, 0 as Int32)
        unsafe record.storeBytes(of: balance, as: Double.self)
        unsafe record.storeBytes(of: 8, toByteOffset: 8, as: UInt8.self)
        unsafe product.withBytes(8) {
            unsafe (record + 9).copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: 8)
        }
        unsafe key.withBytes(9) { bytes in
            var (key, value) = unsafe (value(bytes), MDB_val(mv_size: 17, mv_data: record))
            result = unsafe mdb_cursor_put(cursor, &key, &value, 0)
        }
        return result
    }

    mutating func putProduct(_ cursor: OpaquePointer?, _ key: Key16, _ product: StandardData.ProductRecord) -> Int32 {
        var (key, name, result) = (key, product.name, 0 as Int32)
        unsafe record.storeBytes(of: product.price, as: Double.self)
        unsafe record.storeBytes(of: Int64(product.category), toByteOffset: 8, as: Int64.self)
        unsafe record.storeBytes(of: Int64(product.createdAt), toByteOffset: 16, as: Int64.self)
        var length = 0
        name.withUTF8 { text in
            unsafe UnsafeMutableRawBufferPointer(start: record + 25, count: 64).copyBytes(from: text.prefix(64))
            length = min(text.count, 64)
        }
        unsafe record.storeBytes(of: UInt8(length), toByteOffset: 24, as: UInt8.self)
        unsafe key.withBytes(8) { bytes in
            var (key, value) = unsafe (value(bytes), MDB_val(mv_size: 25 + length, mv_data: record))
            result = unsafe mdb_cursor_put(cursor, &key, &value, 0)
        }
        return result
    }
}
