// What a store holds, in one number: so that a great many states can be compared with what they should be.

package import QuireStorage

/// Sixty-four bits over every row, value, visible list element and ghost, in order. A session and the model of the same
/// content have the same digest.
package struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
    package private(set) var rawValue: UInt64 = 0

    package var description: String { String(rawValue, radix: 16) }

    private mutating func add(_ number: UInt64) { rawValue = Checksum.combine(rawValue, number) }

    private mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

    private mutating func add(_ value: Value) {
        switch value {
        case .none: add(1)
        case .bool(let flag): add(flag ? 3 : 2)
        case .int(let number): add(UInt64(bitPattern: number) ^ 0x1000_0000_0000_0000)
        case .float(let number): add(UInt64(number.bitPattern) ^ 0x2000_0000_0000_0000)
        case .double(let number), .date(let number): add(number.bitPattern ^ 0x3000_0000_0000_0000)
        case .text(let text): add(bytes: Array(text.utf8))
        case .data(let bytes): add(bytes: bytes)
        case .uuid(let high, let low):
            add(high)
            add(low)
        case .link(let row): add(row.rawValue ^ 0x4000_0000_0000_0000)
        }
    }

    private mutating func add(bytes: [UInt8]) {
        add(bytes.count)
        rawValue = unsafe bytes.withUnsafeBytes { unsafe Checksum.hash(ByteView($0), seed: rawValue) }
    }

    /// What a session shows.
    package init(_ session: Session, _ classes: [StoreModel.Class]) throws(StorageError) {
        try session.pin()
        for name in classes {
            guard let table = session.table(name.rawValue) else {
                add(0)
                continue
            }
            let columns = StoreModel.definition(name).columns
            add(try table.count)
            var row = try table.next(after: nil)
            while let current = row {
                add(current.rawValue)
                for (column, description) in columns.enumerated() {
                    guard description.type == .list else {
                        add(try table.value(current, column))
                        continue
                    }
                    let values = try table.listValues(current, column)
                    add(values.count)
                    for value in values { add(value) }
                }
                row = try table.next(after: current)
            }
            for ghost in try table.ghosts().map(\.row.rawValue).sorted() { add(ghost) }
        }
    }

    /// What the model holds; of classes that nobody stored yet, nothing.
    package init(_ model: StoreModel, isStored: Bool = true) {
        for name in model.classes {
            guard isStored else {
                add(0)
                continue
            }
            let entries = model.entries[name] ?? [:]
            add(entries.count)
            for (row, entry) in entries.sorted(by: { $0.key < $1.key }) {
                add(row)
                for (column, description) in StoreModel.definition(name).columns.enumerated() {
                    guard description.type == .list else {
                        let value = entry.values[column] ?? .none
                        let isGhost = StoreModel.target(name, column).map { model.isGhost($0, value) } ?? false
                        add(isGhost ? .none : value)
                        continue
                    }
                    let list = entry.lists[column] ?? []
                    let visible = model.visible(name, row, column)
                    add(visible.count)
                    for place in visible { add(list[place]) }
                }
            }
            for ghost in (model.ghosts[name] ?? [:]).keys.sorted() { add(ghost) }
        }
    }
}
