// The tiny file that Spec/FileFormat.md explains byte by byte.

import QuireStorage
import QuireTestSupport

enum WorkedExample {
    static let pageSize = 512

    /// One class with a key, one row, one transaction. No chance, no clock: the same bytes everywhere.
    static func make(seed: UInt64 = 1) throws -> [UInt8] {
        let file = MemoryFile(name: "example")
        var options = Database.Options()
        options.pageSize = pageSize
        let database = try Database.open(storage: file, options, system: SimulatedSystem(seed: seed))
        let session = try Session(database: database)
        try session.beginWrite()
        try session.adopt([
            ClassDefinition(
                name: "Dog",
                columns: [
                    ColumnDefinition(name: "name", type: .text),
                    ColumnDefinition(name: "age", type: .int8, isOptional: true),
                ],
                primaryKey: 0)
        ])
        guard let table = session.table("Dog"), let age = table.column(named: "age") else {
            throw StorageError(.fail, "The class was declared.")
        }
        let row = try table.insert(key: .text("Rex"))
        try table.set(row, age, .int(3))
        try session.commit()
        session.unpin()
        return file.bytes
    }

    /// The lines of 16 bytes that are not all zero.
    static func dump(_ bytes: [UInt8]) -> [String] {
        stride(from: 0, to: bytes.count, by: 16).compactMap { start in
            let line = bytes[start..<min(start + 16, bytes.count)]
            guard line.contains(where: { $0 != 0 }) else { return nil }
            return hex(UInt64(start), digits: 8) + "  " + line.map { hex(UInt64($0), digits: 2) }.joined(separator: " ")
        }
    }

    private static func hex(_ value: UInt64, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
