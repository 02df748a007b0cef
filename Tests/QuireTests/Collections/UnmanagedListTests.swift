import Foundation
import Quire
import XCTest

final class UnmanagedListTests: XCTestCase {
    func testList_constant_canBeChanged() {
        let list = List<String>()
        list.append("b")
        list.insert("a", at: 0)
        list.append(objectsIn: ["c", "d"])
        XCTAssertEqual(Array(list), ["a", "b", "c", "d"])
        XCTAssertEqual(list.removeFirst(), "a")
        XCTAssertEqual(list.removeLast(), "d")
        XCTAssertEqual(list.remove(at: 1), "c")
        XCTAssertEqual(list.popLast(), "b")
        XCTAssertNil(list.popLast())
        XCTAssertNil(list.realm)
        XCTAssertFalse(list.isInvalidated)
    }

    func testList_removals_takeTheNamedElements() {
        let list = List<Int>()
        list.append(objectsIn: 0..<10)
        list.removeFirst(2)
        list.removeLast(2)
        XCTAssertEqual(Array(list), [2, 3, 4, 5, 6, 7])
        list.removeSubrange(...1)
        XCTAssertEqual(Array(list), [4, 5, 6, 7])
        list.replaceSubrange(1..., with: [9])
        XCTAssertEqual(Array(list), [4, 9])
        list.remove(atOffsets: [0, 0])
        XCTAssertEqual(Array(list), [9])
        list.removeAll(keepingCapacity: true)
        XCTAssertTrue(list.isEmpty)
    }

    func testFilter_ofList_isTheStandardLibrarys() {
        let list = List<Int>()
        list.append(objectsIn: 1...6)
        let even: [Int] = list.filter { $0 % 2 == 0 }
        XCTAssertEqual(even, [2, 4, 6])
    }

    func testIteration_listChangesMeanwhile_walksWhatWasThere() {
        let list = List<Int>()
        list.append(objectsIn: 1...4)
        var seen: [Int] = []
        for number in list {
            seen.append(number)
            list.removeAll { $0 == number }
        }
        XCTAssertEqual(seen, [1, 2, 3, 4])
        XCTAssertTrue(list.isEmpty)
    }

    func testConditions_thatLookAtTheList_mayDoSo() {
        let list = List<Int>()
        list.append(objectsIn: [3, 1, 2])
        list.removeAll { $0 == 1 && list.contains($0) }
        XCTAssertEqual(Array(list), [3, 2])
        list.sort { $0 < $1 && !list.isEmpty }
        XCTAssertEqual(Array(list), [2, 3])
    }

    func testSort_equalElements_keepTheirOrder() {
        let list = List<String>()
        list.append(objectsIn: ["b1", "a1", "b2", "a2"])
        list.sort { $0.prefix(1) < $1.prefix(1) }
        XCTAssertEqual(Array(list), ["a1", "a2", "b1", "b2"])
    }

    func testSort_conditionThrows_changesNothing() {
        let list = List<Int>()
        list.append(objectsIn: [3, 1, 2])
        XCTAssertThrowsError(try list.sort { _, _ in throw CancellationError() })
        XCTAssertThrowsError(try list.removeAll { if $0 == 1 { throw CancellationError() } else { return true } })
        XCTAssertEqual(Array(list), [3, 1, 2])
    }

    func testEquality_ofUnmanagedLists_comparesElements() {
        let first = List<Int>()
        let second = List<Int>()
        XCTAssertEqual(first, second)
        first.append(1)
        XCTAssertNotEqual(first, second)
        second.append(1)
        XCTAssertEqual(first, second)
    }

    func testCodable_list_isAnArray() throws {
        let list = try JSONDecoder().decode(List<Int>.self, from: Data("[3,1,2]".utf8))
        XCTAssertEqual(Array(list), [3, 1, 2])
        XCTAssertEqual(String(decoding: try JSONEncoder().encode(list), as: UTF8.self), "[3,1,2]")
        let absent = try JSONDecoder().decode([List<Int>].self, from: Data("[null]".utf8))
        XCTAssertEqual(absent.first?.count, 0)
        XCTAssertThrowsError(try JSONDecoder().decode(List<Int>.self, from: Data("{}".utf8)))
    }

    func testDescription_listsAHundredElements() {
        let list = List<Int>()
        list.append(objectsIn: [7, 8])
        XCTAssertNotNil(
            list.description.wholeMatch(of: /List<Int> <0x[0-9a-f]+> \(\n\t\[0\] 7,\n\t\[1\] 8\n\)/), "\(list)")
        list.append(objectsIn: 0..<200)
        XCTAssertTrue(list.description.hasSuffix("\t[99] 97\n\t... 102 objects skipped.\n)"), "\(list)")
        XCTAssertNotNil(List<Int>().description.wholeMatch(of: /List<Int> <0x[0-9a-f]+> \(\n\)/))
    }

    func testIndex_ofElements_comparesValuesAndInstances() {
        let numbers = List<Double>()
        numbers.append(objectsIn: [1, .nan, 2, 2])
        XCTAssertEqual(numbers.index(of: 2), 2)
        XCTAssertNil(numbers.index(of: .nan))
        XCTAssertNil(numbers.index(of: 3))
        let optionals = List<Int?>()
        optionals.append(objectsIn: [1, nil])
        XCTAssertEqual(optionals.index(of: nil), 1)
        XCTAssertEqual(optionals.index(of: 1), 0)
    }

    func testSorted_unmanagedList_ordersACopy() {
        let list = List<Double>()
        list.append(objectsIn: [2, .nan, -1, 0, -0.0])
        let sorted = list.sorted(by: \.self)
        XCTAssertEqual(sorted.map { "\($0)" }, ["nan", "-1.0", "0.0", "-0.0", "2.0"])
        XCTAssertEqual(
            list.sorted(by: \.self, ascending: false).map { "\($0)" }, ["2.0", "0.0", "-0.0", "-1.0", "nan"])
        let optionals = List<Int?>()
        optionals.append(objectsIn: [2, nil, 1])
        XCTAssertEqual(Array(optionals.sorted(by: \.self)), [nil, 1, 2])
    }

    func testSorted_text_comparesBytes() {
        let list = List<String>()
        list.append(objectsIn: ["é", "e\u{301}", "z", "Z", "a"])
        let bytes: [[UInt8]] = list.sorted(by: \.self).map { Array($0.utf8) }
        XCTAssertEqual(bytes, ["Z", "a", "e\u{301}", "z", "é"].map { Array($0.utf8) })
    }

    func testValues_ofUnmanagedElements_readThem() {
        let list = List<String>()
        list.append(objectsIn: ["a", "bb"])
        XCTAssertEqual(list.values(\.count), [1, 2])
    }
}
