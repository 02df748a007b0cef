import Foundation
import XCTest

@testable import Quire

/// Values of every scalar type, unmanaged, managed and reopened.
final class ManagedScalarTests: XCTestCase {
    private func sample() -> Scalars {
        let object = Scalars()
        object.id = 7
        object.flag = true
        object.tiny = -128
        object.short = 32767
        object.medium = -2_147_483_648
        object.long = .max
        object.float = 1.5
        object.double = -.pi
        object.date = Date(timeIntervalSinceReferenceDate: 12345.678901)
        object.text = "short"
        object.data = Data([1, 2, 3])
        object.uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        object.mood = .cross
        object.level = .high
        object.rank = 99
        object.label = "a label that is longer than fifteen bytes"
        return object
    }

    private func check(_ object: Scalars, line: UInt = #line) {
        XCTAssertEqual(object.id, 7, line: line)
        XCTAssertEqual(object.flag, true, line: line)
        XCTAssertEqual(object.tiny, -128, line: line)
        XCTAssertEqual(object.short, 32767, line: line)
        XCTAssertEqual(object.medium, -2_147_483_648, line: line)
        XCTAssertEqual(object.long, .max, line: line)
        XCTAssertEqual(object.float, 1.5, line: line)
        XCTAssertEqual(object.double, -.pi, line: line)
        XCTAssertEqual(object.date, Date(timeIntervalSinceReferenceDate: 12345.678901), line: line)
        XCTAssertEqual(object.text, "short", line: line)
        XCTAssertEqual(object.data, Data([1, 2, 3]), line: line)
        XCTAssertEqual(object.uuid.uuidString, "01020304-0506-0708-090A-0B0C0D0E0F10", line: line)
        XCTAssertEqual(object.mood, .cross, line: line)
        XCTAssertEqual(object.level, .high, line: line)
        XCTAssertEqual(object.rank, 99, line: line)
        XCTAssertEqual(object.label, "a label that is longer than fifteen bytes", line: line)
    }

    func testScalars_addedAndFetched_keepTheirValues() throws {
        let realm = try makeRealm()
        let object = sample()
        check(object)
        try realm.write {
            realm.add(object)
            check(object)
        }
        check(object)
        let fetched = try XCTUnwrap(realm.object(ofType: Scalars.self, forPrimaryKey: 7))
        XCTAssertFalse(fetched === object)
        check(fetched)
    }

    func testScalars_reopenedFromAFile_keepTheirValues() throws {
        try withTemporaryDirectory { directory in
            var configuration = Realm.Configuration(fileURL: directory.appending(path: "a.quire"))
            configuration.objectTypes = commonTypes
            try autoreleased {
                let realm = try Realm(configuration: configuration)
                try realm.write { realm.add(sample()) }
            }
            let realm = try Realm(configuration: configuration)
            check(try XCTUnwrap(realm.object(ofType: Scalars.self, forPrimaryKey: 7)))
        }
    }

    private func autoreleased(_ body: () throws -> Void) rethrows { try body() }

    func testScalars_setWhileManaged_readBack() throws {
        let realm = try makeRealm()
        let object = Scalars()
        object.id = 1
        try realm.write {
            realm.add(object)
            let other = sample()
            object.flag = other.flag
            object.tiny = other.tiny
            object.short = other.short
            object.medium = other.medium
            object.long = other.long
            object.float = other.float
            object.double = other.double
            object.date = other.date
            object.text = other.text
            object.data = other.data
            object.uuid = other.uuid
            object.mood = other.mood
            object.level = other.level
            object.rank = other.rank
            object.label = other.label
        }
        let copy = realm.detached(object)
        copy.id = 7
        check(copy)
    }

    func testOptionals_nilAndSet_readBack() throws {
        let realm = try makeRealm()
        let object = OptionalScalars()
        try realm.write { realm.add(object) }
        XCTAssertNil(object.flag)
        XCTAssertNil(object.tiny)
        XCTAssertNil(object.short)
        XCTAssertNil(object.medium)
        XCTAssertNil(object.long)
        XCTAssertNil(object.int)
        XCTAssertNil(object.float)
        XCTAssertNil(object.double)
        XCTAssertNil(object.date)
        XCTAssertNil(object.text)
        XCTAssertNil(object.data)
        XCTAssertNil(object.uuid)
        XCTAssertNil(object.mood)
        XCTAssertNil(object.level)
        XCTAssertNil(object.rank)
        let id = UUID()
        try realm.write {
            object.flag = false
            object.tiny = 0
            object.short = 2
            object.medium = 3
            object.long = 4
            object.int = 0
            object.float = 0
            object.double = 1.25
            object.date = Date(timeIntervalSinceReferenceDate: -1)
            object.text = ""
            object.data = Data()
            object.uuid = id
            object.mood = .calm
            object.level = .low
            object.rank = 0
        }
        XCTAssertEqual(object.flag, false)
        XCTAssertEqual(object.tiny, 0)
        XCTAssertEqual(object.short, 2)
        XCTAssertEqual(object.medium, 3)
        XCTAssertEqual(object.long, 4)
        XCTAssertEqual(object.int, 0)
        XCTAssertEqual(object.float, 0)
        XCTAssertEqual(object.double, 1.25)
        XCTAssertEqual(object.date, Date(timeIntervalSinceReferenceDate: -1))
        XCTAssertEqual(object.text, "")
        XCTAssertEqual(object.data, Data())
        XCTAssertEqual(object.uuid, id)
        XCTAssertEqual(object.mood, .calm)
        XCTAssertEqual(object.level, .low)
        XCTAssertEqual(object.rank, 0)
        try realm.write {
            object.flag = nil
            object.int = nil
            object.text = nil
            object.mood = nil
            object.rank = nil
            object.double = nil
        }
        XCTAssertNil(object.flag)
        XCTAssertNil(object.int)
        XCTAssertNil(object.text)
        XCTAssertNil(object.mood)
        XCTAssertNil(object.rank)
        XCTAssertNil(object.double)
    }

    func testText_ofEveryLengthAndScript_readsBack() throws {
        let realm = try makeRealm()
        let note = Note()
        try realm.write { realm.add(note) }
        let samples =
            (0...40).map { String(repeating: "x", count: $0) }
            + (1...9).map { String(repeating: "é", count: $0) }
            + ["👩‍👩‍👧‍👦", "a\u{0}b", String(repeating: "long ", count: 5000)]
        for sample in samples {
            try realm.write { note.text = sample }
            XCTAssertEqual(note.text, sample)
            XCTAssertEqual(Array(note.text.utf8), Array(sample.utf8))
        }
    }

    func testSmallText_layoutIsProvenHere() {
        XCTAssertTrue(SmallText.isProven)
        XCTAssertNil(SmallText.string(0xC3, 2 << 56))
        XCTAssertNil(SmallText.string(0, 16 << 56))
    }

    func testDefaults_areMadeForEachInstance() {
        let first = Scalars()
        let second = Scalars()
        XCTAssertNotEqual(first.uuid, second.uuid)
        XCTAssertEqual(first.uuid, first.uuid)
        XCTAssertLessThan(abs(first.date.timeIntervalSinceNow), 60)
        XCTAssertEqual(first.mood, .calm)
        XCTAssertEqual(first.level, .low)
        XCTAssertEqual(Owner().age, 30)
    }

    func testLazyDefault_ofAnObjectThatNobodyRead_isStoredOnce() throws {
        let realm = try makeRealm()
        let object = Scalars()
        try realm.write { realm.add(object) }
        let stored = object.uuid
        XCTAssertNotEqual(stored, UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        XCTAssertEqual(realm.object(ofType: Scalars.self, forPrimaryKey: 0)?.uuid, stored)
    }

    func testManagedWrites_acrossSavepointsAndCommits_seeTheNewestValue() throws {
        let realm = try makeRealm()
        let object = OptionalScalars()
        try realm.write { realm.add(object) }
        for round in 1...5 {
            try realm.write {
                object.int = round
                XCTAssertThrowsError(
                    try realm.nested {
                        object.int = -round
                        XCTAssertEqual(object.int, -round)
                        throw CancellationError()
                    })
                XCTAssertEqual(object.int, round)
                try realm.nested { object.double = Double(round) }
            }
            XCTAssertEqual(object.int, round)
            XCTAssertEqual(object.double, Double(round))
        }
        try? realm.write {
            object.int = 0
            throw CancellationError()
        }
        XCTAssertEqual(object.int, 5)
    }
}
