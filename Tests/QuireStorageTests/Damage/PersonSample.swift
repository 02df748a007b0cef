// People and events for files that tests damage: text keys, indexes, long values, links, lists, ghosts.

import QuireTestSupport

@testable import QuireStorage

/// The columns of `Person` from 0 to 6, and of `Event`, have these numbers wherever it is used.
enum PersonSample {
    static let personColumns = [
        ColumnDefinition(name: "id", type: .text),
        ColumnDefinition(name: "age", type: .int32, isIndexed: true),
        ColumnDefinition(name: "nick", type: .text, isOptional: true, isIndexed: true),
        ColumnDefinition(name: "photo", type: .data, isOptional: true),
        ColumnDefinition(name: "best", type: .link, isOptional: true, target: "Person"),
        ColumnDefinition(name: "friends", type: .list, elementType: .link, target: "Person"),
        ColumnDefinition(name: "tags", type: .list, elementType: .text, isElementOptional: true),
    ]

    static let event = ClassDefinition(
        name: "Event",
        columns: [
            ColumnDefinition(name: "number", type: .int64),
            ColumnDefinition(name: "who", type: .link, isOptional: true, target: "Person"),
        ], primaryKey: 0)

    /// One person; every ninth has a photo.
    static func addPerson(_ number: Int, photoByteCount: Int, to persons: Table) throws(StorageError) -> RowID {
        let row = try persons.insert(key: .text("person number \(number)"))
        try persons.set(row, 1, .int(Int64(number % 17)))
        try persons.set(row, 2, number % 5 == 0 ? .none : .text("nick \(number % 11)"))
        if number % 9 == 0 {
            try persons.set(row, 3, .data([UInt8](repeating: UInt8(number % 251), count: photoByteCount)))
        }
        try persons.set(row, 4, .link(RowID(UInt64(number / 2 + 1))))
        try persons.listInsert(
            row, 5, at: 0, (0...number % 4).map { .link(RowID(UInt64(number / (2 + $0) + 1))) })
        return row
    }

    /// An event that links to a person who may never come.
    static func addEvent(_ number: Int, to events: Table, of persons: Table) throws(StorageError) {
        let event = try events.insert(key: .int(Int64(number * 3)))
        try events.set(event, 1, .link(try persons.findOrReserve(key: .text("person number \(number * 2)"))))
    }
}
