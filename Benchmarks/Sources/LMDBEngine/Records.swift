// Packed records, as a C program would lay them out.

import Foundation
import Workloads

/// An item: its balance, then the length and the bytes of its product's key, which is the link.
enum ItemRecord {
    /// Bytes before the key.
    private static let head = 9

    @inline(__always)
    static func balance(_ record: UnsafeRawBufferPointer) -> Double {
        unsafe record.loadUnaligned(as: Double.self)
    }

    @inline(__always)
    static func product(_ record: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: record[head..<head + Int(record[8])])
    }

    /// Builds a record for the length of `body`.
    @inline(__always)
    static func with<R>(
        _ balance: Double, _ product: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> R
    ) rethrows -> R {
        let size = head + product.count
        return try unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { record in
            unsafe record.storeBytes(of: balance, as: Double.self)
            unsafe record[8] = UInt8(product.count)
            unsafe UnsafeMutableRawBufferPointer(rebasing: record[head...]).copyMemory(from: product)
            return try unsafe body(UnsafeRawBufferPointer(record))
        }
    }
}

/// A product: price, category, time, then the length and the bytes of its name.
enum ProductRecord {
    /// Bytes before the name.
    private static let head = 28

    @inline(__always)
    static func price(_ record: UnsafeRawBufferPointer) -> Double {
        unsafe record.loadUnaligned(as: Double.self)
    }

    @inline(__always)
    static func nameLength(_ record: UnsafeRawBufferPointer) -> Int {
        Int(unsafe record.loadUnaligned(fromByteOffset: 24, as: UInt32.self))
    }

    @inline(__always)
    static func name(_ record: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: record[head..<head + nameLength(record)])
    }

    /// Builds a record for the length of `body`.
    @inline(__always)
    static func with<R>(
        _ price: Double, _ category: Int, _ createdAt: Int, _ name: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws -> R
    ) rethrows -> R {
        try unsafe withUnsafeTemporaryAllocation(byteCount: head + name.count, alignment: 8) { record in
            unsafe record.storeBytes(of: price, as: Double.self)
            unsafe record.storeBytes(of: category, toByteOffset: 8, as: Int.self)
            unsafe record.storeBytes(of: createdAt, toByteOffset: 16, as: Int.self)
            unsafe record.storeBytes(of: UInt32(name.count), toByteOffset: 24, as: UInt32.self)
            unsafe UnsafeMutableRawBufferPointer(rebasing: record[head...]).copyMemory(from: name)
            return try unsafe body(UnsafeRawBufferPointer(record))
        }
    }

    /// The record with another name.
    @inline(__always)
    static func with<R>(
        _ name: UnsafeRawBufferPointer, in record: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> R
    ) rethrows -> R {
        let category = unsafe record.loadUnaligned(fromByteOffset: 8, as: Int.self)
        let createdAt = unsafe record.loadUnaligned(fromByteOffset: 16, as: Int.self)
        return try unsafe with(price(record), category, createdAt, name, body)
    }
}

/// Writes products and items with what refers to them, by the cursors of one transaction.
final class RecordWriter {
    private let products: Cursor
    private let items: Cursor
    private let categories: Cursor
    private let inverse: Cursor

    init(_ transaction: Transaction, _ environment: Environment) throws {
        products = try transaction.cursor(environment.products)
        items = try transaction.cursor(environment.items)
        categories = try transaction.cursor(environment.categories)
        inverse = try transaction.cursor(environment.inverse)
    }

    /// A new product.
    @inline(__always)
    func insertProduct(
        _ key: UnsafeRawBufferPointer, _ name: UnsafeRawBufferPointer, price: Double, category: Int, createdAt: Int,
        _ flags: Int32 = 0
    ) throws {
        try unsafe ProductRecord.with(price, category, createdAt, name) { try unsafe products.put(key, $0, flags) }
        try unsafe withUnsafeBytes(of: category) { try unsafe categories.put($0, key) }
    }

    /// A new item.
    @inline(__always)
    func insertItem(
        _ key: UnsafeRawBufferPointer, _ product: UnsafeRawBufferPointer, balance: Double, _ flags: Int32 = 0
    ) throws {
        try unsafe ItemRecord.with(balance, product) { try unsafe items.put(key, $0, flags) }
        try unsafe inverse.put(product, key)
    }

    /// Another balance.
    @inline(__always)
    func setBalance(_ key: UnsafeRawBufferPointer, _ balance: Double) throws {
        let record = try unsafe items.find(key)
        try unsafe ItemRecord.with(balance, ItemRecord.product(record)) { try unsafe items.put(key, $0, current) }
    }

    /// Deletes an item and the entry of the inverse that names it.
    @inline(__always)
    func deleteItem(_ key: UnsafeRawBufferPointer) throws {
        let record = try unsafe items.find(key)
        try unsafe inverse.find(ItemRecord.product(record), entry: key)
        try inverse.delete()
        try items.delete()
    }

    /// A product that may be there: only its name is new then.
    func upsertProduct(_ key: UnsafeRawBufferPointer, _ name: UnsafeRawBufferPointer) throws {
        guard let record = try unsafe products.findIfThere(key) else {
            return try unsafe insertProduct(key, name, price: 0, category: 0, createdAt: 0)
        }
        try unsafe ProductRecord.with(name, in: record) { try unsafe products.put(key, $0, current) }
    }

    /// An item that may be there.
    func upsertItem(_ key: UnsafeRawBufferPointer, _ product: UnsafeRawBufferPointer, balance: Double) throws {
        guard let record = try unsafe items.findIfThere(key) else {
            return try unsafe insertItem(key, product, balance: balance)
        }
        let before = unsafe ItemRecord.product(record)
        if unsafe !before.elementsEqual(product) {
            try unsafe inverse.find(before, entry: key)
            try inverse.delete()
            try unsafe inverse.put(product, key)
        }
        try unsafe ItemRecord.with(balance, product) { try unsafe items.put(key, $0, current) }
    }
}
