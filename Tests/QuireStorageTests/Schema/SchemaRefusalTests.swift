// What cannot be taken over from one declaration of a class to the next is refused, and told in one sentence each.

import QuireStorage
import QuireTestSupport
import XCTest

final class SchemaRefusalTests: PageTestCase {
    private func message(_ first: ClassDefinition, _ second: ClassDefinition) throws -> (StorageError.Code?, String) {
        let session = try Session(database: try openMemory(MemoryFile(name: "schema")))
        try session.beginWrite()
        try session.adopt([first])
        try session.commit()
        try session.beginWrite()
        defer { session.rollback() }
        do throws(StorageError) { try session.adopt([second]) } catch { return (error.code, error.message) }
        return (nil, "")
    }

    private let number = ColumnDefinition(name: "number", type: .int64)
    private let title = ColumnDefinition(name: "name", type: .text)

    func testClass_thatBecomesEmbedded_isRefused() throws {
        let plain = ClassDefinition(name: "Thing", columns: [number])
        let embedded = ClassDefinition(name: "Thing", columns: [number], isEmbedded: true)
        for (first, second, word) in [(plain, embedded, "to"), (embedded, plain, "from")] {
            let (code, text) = try message(first, second)
            XCTAssertEqual(code, .schemaMismatch)
            XCTAssertTrue(text.contains("Class 'Thing' has been changed \(word) an embedded class."), text)
        }
    }

    func testPrimaryKey_ofAnotherProperty_isRefused() throws {
        let first = ClassDefinition(name: "Thing", columns: [number, title], primaryKey: 0)
        let second = ClassDefinition(name: "Thing", columns: [number, title], primaryKey: 1)
        let (code, text) = try message(first, second)
        XCTAssertEqual(code, .schemaMismatch)
        XCTAssertTrue(text.contains("The primary key of class 'Thing' has been changed from 'number' to 'name'."), text)
    }

    func testDefault_thatIsTooLongOrOfAnotherType_isRefused() throws {
        let first = ClassDefinition(name: "Thing", columns: [number])
        for value in [Value.text(String(repeating: "x", count: 2_000)), .bool(true)] {
            let column = ColumnDefinition(name: "added", type: .text, defaultValue: value)
            let (code, text) = try message(first, ClassDefinition(name: "Thing", columns: [number, column]))
            XCTAssertEqual(code, .invalidSchema)
            XCTAssertTrue(text.contains("The default of 'Thing.added'"), text)
        }
    }

    /// A list of one type that becomes one of another is named as a list of each.
    func testList_ofAnotherType_isRefused() throws {
        let texts = ColumnDefinition(name: "values", type: .list, elementType: .text)
        let numbers = ColumnDefinition(name: "values", type: .list, elementType: .int64)
        let (code, text) = try message(
            ClassDefinition(name: "Thing", columns: [texts]), ClassDefinition(name: "Thing", columns: [numbers]))
        XCTAssertEqual(code, .schemaMismatch)
        XCTAssertTrue(text.contains("list of"), text)
    }

    func testLink_toAnotherClass_isRefused() throws {
        let session = try Session(database: try openMemory(MemoryFile(name: "links")))
        let targets = ["A", "B"].map { ClassDefinition(name: $0, columns: [number]) }
        let links = ["A", "B"].map { target in
            ClassDefinition(
                name: "Thing", columns: [ColumnDefinition(name: "to", type: .link, isOptional: true, target: target)])
        }
        try session.beginWrite()
        try session.adopt(targets + [links[0]])
        try session.commit()
        try session.beginWrite()
        defer { session.rollback() }
        XCTAssertEqual(code { try session.adopt(targets + [links[1]]) }, .schemaMismatch)
    }

    /// A key may be nil, for one object at a time.
    func testKey_thatIsNil_isFreeAgainOnceItsObjectIsGone() throws {
        let definition = ClassDefinition(
            name: "Thing", columns: [ColumnDefinition(name: "id", type: .text, isOptional: true)], primaryKey: 0)
        let session = try Session(database: try openMemory(MemoryFile(name: "nil")))
        try session.beginWrite()
        try session.adopt([definition])
        let table = try XCTUnwrap(session.table("Thing"))
        let row = try table.insert(key: Value.none)
        XCTAssertEqual(code { _ = try table.insert(key: Value.none) }, .duplicatePrimaryKey)
        try table.delete(row)
        XCTAssertNil(try table.find(key: Value.none))
        _ = try table.insert(key: Value.none)
        try session.commit()
        XCTAssertEqual(try FileCheck.run(session.database).problems.map(\.message), [])
    }

    func testKey_thatExists_isToldAsItsOwnerWritesIt() throws {
        let definition = ClassDefinition(
            name: "Thing", columns: [ColumnDefinition(name: "id", type: .uuid)], primaryKey: 0)
        let session = try Session(database: try openMemory(MemoryFile(name: "uuid")))
        try session.beginWrite()
        try session.adopt([definition])
        let table = try XCTUnwrap(session.table("Thing"))
        let key = Value.uuid(0x0123_4567_89AB_CDEF, 0x0011_2233_4455_6677)
        _ = try table.insert(key: key)
        XCTAssertThrowsError(try table.insert(key: key)) { error in
            XCTAssertEqual((error as? StorageError)?.code, .duplicatePrimaryKey)
            XCTAssertTrue("\(error)".contains("01234567-89AB-CDEF-0011-223344556677"), "\(error)")
        }
    }
}
