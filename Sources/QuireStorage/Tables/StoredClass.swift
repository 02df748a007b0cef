// A class as its file describes it (Spec/FileFormat.md, "Class record").

/// A column with the trees that belong to it. Its number, which stands in leaves, is its place in `StoredClass.columns`.
struct StoredColumn: Equatable {
    var definition: ColumnDefinition
    /// The column group whose leaves hold it.
    var group: Int
    /// The values of a secondary index and its nils; 0 if it is not indexed.
    var index: TreeID
    var indexNils: TreeID
    /// (target, origin) for each link of a link or of a list of links; 0 otherwise.
    var backlinks: TreeID
    /// What the leaves of long lists carry as their tree; 0 if it is no list.
    var list: TreeID
}

/// What the classes tree keeps for one class.
struct StoredClass: Equatable {
    var id: ClassID
    var name: String
    var isEmbedded: Bool
    var primaryKey: Int?
    var columns: [StoredColumn]
    /// The rows tree of each column group.
    var groups: [TreeID]
    /// The primary key's entries, and those whose key is nil; 0 without a key.
    var keys: TreeID
    var keyNils: TreeID
    var ghosts: TreeID

    /// A declared default has at most so many bytes.
    static let defaultLimit = 1024
    private static let recordVersion: UInt8 = 1

    var definition: ClassDefinition {
        ClassDefinition(name: name, columns: columns.map(\.definition), primaryKey: primaryKey, isEmbedded: isEmbedded)
    }

    /// The layout of the leaves of a group.
    func layout(_ group: Int) -> LeafLayout {
        let members = columns.indices.filter { columns[$0].group == group }
        return LeafLayout(
            number: UInt32(members.count),
            columns: members.map { number in
                let definition = columns[number].definition
                return LeafLayout.Column(
                    number: number, type: definition.type,
                    hasNulls: definition.isOptional && definition.type != .link && definition.type != .list,
                    defaultValue: definition.defaultValue)
            })
    }

    /// The layout of the positions tree of a list column.
    static func elementLayout(_ column: ColumnDefinition) -> LeafLayout? {
        guard let type = column.elementType else { return nil }
        return LeafLayout(
            number: 1,
            columns: [LeafLayout.Column(number: 0, type: type, hasNulls: column.isElementOptional && type != .link)])
    }

    // MARK: Record

    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.u8(Self.recordVersion)
        writer.u8(isEmbedded ? 1 : 0)
        writer.u16(primaryKey.map { $0 + 1 } ?? 0)
        for tree in [keys, keyNils, ghosts] { writer.u32(tree.rawValue) }
        writer.u16(groups.count)
        for tree in groups { writer.u32(tree.rawValue) }
        writer.u16(columns.count)
        for column in columns { Self.encode(column, &writer) }
        return writer.bytes
    }

    private static func encode(_ column: StoredColumn, _ writer: inout ByteWriter) {
        let definition = column.definition
        writer.text(definition.name)
        writer.u8(definition.type.rawValue)
        writer.u8(definition.elementType?.rawValue ?? 0)
        var flags: UInt8 = definition.isOptional ? 1 : 0
        if definition.isElementOptional { flags |= 2 }
        if definition.isOwning { flags |= 4 }
        if definition.isIndexed { flags |= 8 }
        writer.u8(flags)
        writer.text(definition.target ?? "")
        writer.u16(column.group)
        for tree in [column.index, column.indexNils, column.backlinks, column.list] { writer.u32(tree.rawValue) }
        writer.value(definition.defaultValue)
    }

    /// nil if the bytes are no class record.
    static func decode(_ bytes: ByteView, id: ClassID, name: String) -> StoredClass? {
        var reader = ByteReader(bytes)
        guard reader.u8() == recordVersion else { return nil }
        let isEmbedded = reader.u8() != 0
        let primaryKey = reader.u16()
        let keys = TreeID(reader.u32())
        let keyNils = TreeID(reader.u32())
        let ghosts = TreeID(reader.u32())
        var groups: [TreeID] = []
        for _ in 0..<reader.u16() where !reader.isDamaged { groups.append(TreeID(reader.u32())) }
        var columns: [StoredColumn] = []
        for _ in 0..<reader.u16() where !reader.isDamaged {
            guard let column = decodeColumn(&reader) else { return nil }
            columns.append(column)
        }
        guard !reader.isDamaged, reader.isAtEnd, !groups.isEmpty, primaryKey <= columns.count,
            columns.allSatisfy({ $0.group < groups.count })
        else { return nil }
        return StoredClass(
            id: id, name: name, isEmbedded: isEmbedded, primaryKey: primaryKey == 0 ? nil : primaryKey - 1,
            columns: columns, groups: groups, keys: keys, keyNils: keyNils, ghosts: ghosts)
    }

    private static func decodeColumn(_ reader: inout ByteReader) -> StoredColumn? {
        let name = reader.text()
        guard let type = ColumnType(rawValue: reader.u8()), type != .reference else { return nil }
        let element = reader.u8()
        let elementType = ColumnType(rawValue: element)
        guard element == 0 || elementType != nil, (type == .list) == (elementType != nil),
            elementType != .list, elementType != .reference
        else { return nil }
        let flags = reader.u8()
        let target = reader.text()
        let isLinking = type == .link || elementType == .link
        guard isLinking == !target.isEmpty else { return nil }
        let group = reader.u16()
        let trees = (0..<4).map { _ in TreeID(reader.u32()) }
        guard let defaultValue = reader.value(), type.canDefault(to: defaultValue), !reader.isDamaged
        else { return nil }
        let definition = ColumnDefinition(
            name: name, type: type, isOptional: flags & 1 != 0, elementType: elementType,
            isElementOptional: flags & 2 != 0, target: isLinking ? target : nil, isOwning: flags & 4 != 0,
            isIndexed: flags & 8 != 0, defaultValue: defaultValue)
        return StoredColumn(
            definition: definition, group: group, index: trees[0], indexNils: trees[1], backlinks: trees[2],
            list: trees[3])
    }
}

extension ColumnType {
    /// True if the value may be the default of a column of this type: unchecked writes rely on it.
    func canDefault(to value: Value) -> Bool {
        switch (self, value) {
        case (.text, .text(let text)): text.utf8.count <= StoredClass.defaultLimit
        case (.data, .data(let data)): data.count <= StoredClass.defaultLimit
        case (_, .none), (.bool, .bool), (.int8, .int), (.int16, .int), (.int32, .int), (.int64, .int),
            (.float, .float), (.double, .double), (.date, .date), (.uuid, .uuid):
            true
        default: false
        }
    }
}

extension ColumnTree {
    /// The records in the classes tree.
    mutating func storedClasses() throws(StorageError) -> [StoredClass] {
        var stored: [StoredClass] = []
        var row: UInt64 = 1
        while let found = try first(from: row) {
            guard found == UInt64(stored.count + 1), let (leaf, slot) = try find(found) else {
                throw .damaged(tree.leaf.page, "the list of classes has a gap")
            }
            guard case .text(let name) = try value(leaf, column: 0, slot) else { break }
            let id = ClassID(UInt32(truncatingIfNeeded: found - 1))
            let record = try withBytes(leaf, ColumnLeaf.entry(leaf, 1), slot) { bytes throws(StorageError) in
                StoredClass.decode(bytes, id: id, name: name)
            }
            guard let record else { throw .damaged(tree.leaf.page, "the record of class \(name) is unreadable") }
            stored.append(record)
            row = found + 1
        }
        return stored
    }
}

extension ByteWriter {
    /// A value with its kind; lists and links are no defaults.
    mutating func value(_ value: Value) {
        switch value {
        case .none, .link: u8(0)
        case .bool(let value):
            u8(1)
            u8(value ? 1 : 0)
        case .int(let value):
            u8(2)
            u64(UInt64(bitPattern: value))
        case .float(let value):
            u8(3)
            u32(value.bitPattern)
        case .double(let value):
            u8(4)
            u64(value.bitPattern)
        case .date(let value):
            u8(5)
            u64(value.bitPattern)
        case .text(let value):
            u8(6)
            text(value)
        case .data(let value):
            u8(7)
            data(value)
        case .uuid(let high, let low):
            u8(8)
            u64(high)
            u64(low)
        }
    }
}

extension ByteReader {
    /// nil for an unknown kind.
    mutating func value() -> Value? {
        switch u8() {
        case 0: return Value.none
        case 1: return .bool(u8() != 0)
        case 2: return .int(Int64(bitPattern: u64()))
        case 3: return .float(Float(bitPattern: u32()))
        case 4: return .double(Double(bitPattern: u64()))
        case 5: return .date(Double(bitPattern: u64()))
        case 6: return .text(text())
        case 7: return .data(block().array)
        case 8: return .uuid(u64(), u64())
        default: return nil
        }
    }
}
