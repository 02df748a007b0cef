import XCTest

import QuireTestSupport
@testable import Quire

final class SortKeyTests: XCTestCase {
    func testScalarKey_doubles_ordersNilNaNAndNumbers() {
        let ordered: [ScalarKey] = [
            .none, ScalarKey(.nan), ScalarKey(-.infinity), ScalarKey(-2.5), ScalarKey(-.leastNonzeroMagnitude),
            ScalarKey(0.0), ScalarKey(.leastNonzeroMagnitude), ScalarKey(2.5), ScalarKey(.infinity),
        ]
        XCTAssertEqual(ordered.reversed().sorted(), ordered)
        XCTAssertEqual(ScalarKey(0.0), ScalarKey(-0.0))
        XCTAssertEqual(ScalarKey(Double.nan), ScalarKey(-Double.nan))
    }

    func testScalarKey_integers_ordersAsNumbers() {
        let numbers: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        XCTAssertEqual(numbers.reversed().map { ScalarKey($0) }.sorted(), numbers.map { ScalarKey($0) })
    }

    func testSortedOrder_severalCriteria_isStable() {
        let first: [(keys: SortKeyColumn, ascending: Bool)] = [
            (SortKeyColumn([.int(1), .int(2), .int(1), .none, .int(2), .none]), true)
        ]
        XCTAssertEqual(sortedOrder(count: 6, by: first), [3, 5, 0, 2, 1, 4])
        let both = first + [(SortKeyColumn([.text("a"), .text("b"), .text("b"), .none, .text("a"), .text("")]), false)]
        XCTAssertEqual(sortedOrder(count: 6, by: both), [5, 3, 2, 0, 1, 4])
    }

    func testSortedOrder_descending_keepsTheOrderOfEqualKeys() {
        let keys = SortKeyColumn([.bool(true), .bool(false), .bool(true), .none])
        XCTAssertEqual(sortedOrder(count: 4, by: [(keys, false)]), [0, 2, 1, 3])
    }

    func testCompareBytes_prefixComesFirst() {
        XCTAssertEqual(compareBytes("ab", "abc"), -1)
        XCTAssertEqual(compareBytes("abc", "ab"), 1)
        XCTAssertEqual(compareBytes("", ""), 0)
        XCTAssertEqual(compareBytes("e\u{301}", "é"), -1)
        XCTAssertEqual(compareBytes([1, 2] as [UInt8], [1, 255]), -1)
    }

    func testSortedOrder_randomDoubles_matchStableSort() {
        for seed in UInt64(1)...10 {
            var generator = SeededGenerator(seed: seed)
            let values = (0..<200).map { _ in Double(Int.random(in: -5...5, using: &generator)) }
            let expected = values.indices.sorted { values[$0] != values[$1] ? values[$0] < values[$1] : $0 < $1 }
            let keys = SortKeyColumn(values.map { .double($0) })
            XCTAssertEqual(sortedOrder(count: 200, by: [(keys, true)]), expected, "seed \(seed)")
        }
    }
}
