// Columns that no object points at: behind hundreds of texts every kind of property lies in a second group of columns.

import Foundation
import Quire
import XCTest

final class WideTailTests: XCTestCase {
    func testColumns_outsideOfTheFirstGroup_areReadAndWrittenLikeOthers() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "tail.quire")
            let open = { try Realm(configuration: .init(fileURL: file, objectTypes: [WideTail.self])) }
            let wide = WideTail.filled(1, number: 100)
            do {
                let realm = try open()
                wide.friend = WideTail.filled(2, number: -100)
                wide.friends.append(objectsIn: [wide, wide])
                try realm.write { realm.add(wide) }
                wide.expect(number: 100)
                let document = #"[{"id":2,"number":-9,"level":2,"mood":"cross","maybe_level":null,"friend":1}]"#
                try realm.importJSON(WideTail.self, from: Data(document.utf8))
                XCTAssertEqual(try realm.check().problems.map(\.message), [])
            }
            let realm = try open()
            let all = realm.objects(WideTail.self).sorted(by: \.id)
            all[0].expect(number: 100)
            XCTAssertEqual(all[0].friends.map(\.id), [1, 1])
            XCTAssertEqual(all[0].admirers.map(\.id), [2])
            XCTAssertEqual(all.values(\.level), [.high, .high])
            XCTAssertEqual(all.values(\.mood), [.cross, .cross])
            XCTAssertEqual(all.values(\.maybeLevel), [.high, nil])
            XCTAssertEqual(all.values(\.number), [100, -9])
            XCTAssertEqual(all.sorted(by: \.number).map(\.id), [2, 1])
            XCTAssertEqual(all[1].rank, -100)
            XCTAssertEqual(all[1].level, .high)
            XCTAssertEqual(all[1].mood, .cross)
            XCTAssertNil(all[1].maybeLevel)
            try realm.write {
                all[1].fill(number: 5)
                all[1].expect(number: 5)
                all[0].maybeNumber = nil
                all[0].maybeLevel = nil
                all[0].maybeText = nil
                all[0].friend = all[0]
                all[0].level = .low
            }
            all[1].expect(number: 5)
            XCTAssertNil(all[0].maybeNumber)
            XCTAssertNil(all[0].maybeLevel)
            XCTAssertNil(all[0].maybeText)
            XCTAssertEqual(all[0].level, .low)
            XCTAssertEqual(Set(all[0].admirers.map(\.id)), [1, 2])
            XCTAssertEqual(try realm.check().problems.map(\.message), [])
        }
    }
}

extension WideTail {
    fileprivate static func filled(_ id: Int, number: Int) -> WideTail {
        let made = WideTail()
        made.id = id
        made.fill(number: number)
        return made
    }

    fileprivate func fill(number: Int) {
        flag = true
        tiny = Int8(number)
        short = Int16(number)
        medium = Int32(number)
        long = Int64(number)
        self.number = number
        rank = number
        float = Float(number)
        double = Double(number)
        date = Date(timeIntervalSinceReferenceDate: Double(number))
        text = "number \(number)"
        data = Data([UInt8(truncatingIfNeeded: number)])
        uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(truncatingIfNeeded: number)))
        level = .high
        mood = .cross
        maybeFlag = true
        maybeNumber = number
        maybeDouble = Double(number)
        maybeDate = date
        maybeText = text
        maybeLevel = .high
    }

    fileprivate func expect(number: Int, line: UInt = #line) {
        let other = WideTail.filled(id, number: number)
        XCTAssertEqual(
            [flag, level == .high, mood == .cross, maybeFlag == true, maybeLevel == .high],
            [Bool](repeating: true, count: 5), line: line)
        XCTAssertEqual(
            [Int(tiny), Int(short), Int(medium), Int(long), self.number, rank, maybeNumber ?? 0],
            [Int](repeating: number, count: 7), line: line)
        XCTAssertEqual(
            [Double(float), double, maybeDouble], [Double?](repeating: Double(number), count: 3), line: line)
        XCTAssertEqual([date, maybeDate], [other.date, other.date], line: line)
        XCTAssertEqual([text, maybeText], [other.text, other.text], line: line)
        XCTAssertEqual(data, other.data, line: line)
        XCTAssertEqual(uuid, other.uuid, line: line)
    }
}
