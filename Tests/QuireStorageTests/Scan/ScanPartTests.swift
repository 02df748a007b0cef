// The parts of a scan against plain loops: looking for bytes, comparing numbers, sorting keys.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class ScanPartTests: XCTestCase {
    private let seed = UInt64.random(in: 0...UInt64.max)

    func testNeedle_findsWhatAPlainLoopFinds_atEveryLength() throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<4_000 {
            // Two letters, so that parts of the needle are everywhere.
            let bytes = (0..<round % 90).map { _ in UInt8(97 + generator.below(2)) }
            var wanted = (0..<generator.below(22)).map { _ in UInt8(97 + generator.below(2)) }
            if round % 3 == 0, !bytes.isEmpty {
                // What is there: at the beginning, in the middle or at the very end.
                let count = generator.below(min(bytes.count, 40)) + 1
                let start = [0, generator.below(bytes.count - count + 1), bytes.count - count][generator.below(3)]
                wanted = Array(bytes[start..<start + count])
            }
            let places = max(0, bytes.count - wanted.count + 1)
            let isContained = (0..<places).contains { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
            let needle = Needle(wanted)
            let context = "\(bytes) \(wanted), seed \(seed)"
            try bytes.withView { view in
                XCTAssertEqual(needle.isContained(in: view), isContained, context)
                XCTAssertEqual(needle.isPrefix(of: view), bytes.starts(with: wanted), context)
                XCTAssertEqual(needle.isSuffix(of: view), bytes.reversed().starts(with: wanted.reversed()), context)
                XCTAssertEqual(needle.isEqual(to: view), bytes == wanted, context)
            }
        }
    }

    func testLike_matchesWhatASearchOfAllWaysMatches() throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<4_000 {
            let text = String((0..<generator.below(9)).map { _ in "abé".randomElement(using: &generator) ?? "a" })
            let pattern = String((0..<generator.below(7)).map { _ in "ab?*é*".randomElement(using: &generator) ?? "*" })
            let expected = Self.matches(Array(text.unicodeScalars)[...], Array(pattern.unicodeScalars)[...])
            try Array(text.utf8).withView { view in
                XCTAssertEqual(
                    LikePattern(Array(pattern.utf8)).matches(view), expected, "\(text) like \(pattern), seed \(seed)")
            }
        }
    }

    private static func matches(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return matches(text, pattern.dropFirst()) || (!text.isEmpty && matches(text.dropFirst(), pattern))
        }
        guard let letter = text.first, first == "?" || first == letter else { return false }
        return matches(text.dropFirst(), pattern.dropFirst())
    }

    func testRangeKernel_everyWidth_everyCapacity() {
        XCTAssertGreaterThan(compareKernel([Double.infinity, -.infinity, .nan, 0, -0.0, 1, 2.5, -7]), 0)
        XCTAssertGreaterThan(compareKernel([Float.infinity, -.infinity, .nan, 0, -0.0, 1, 2.5, -7]), 0)
        XCTAssertGreaterThan(compareKernel([Int64.min, .max, 0, 1, -1, 1 << 40]), 0)
        XCTAssertGreaterThan(compareKernel([Int32.min, .max, 0, 1, -1, 1 << 20]), 0)
        XCTAssertGreaterThan(compareKernel([Int16.min, .max, 0, 1, -1, 300]), 0)
        XCTAssertGreaterThan(compareKernel([Int8.min, .max, 0, 1, -1, 77]), 0)
        XCTAssertGreaterThan(compareKernel([UInt8.min, .max, 1, 2, 128]), 0)
    }

    /// Tells how many masks were compared.
    private func compareKernel<Number: RangeNumber>(_ choices: [Number]) -> Int {
        var compared = 0
        var generator = SeededGenerator(seed: seed)
        let leaf = Node.allocate(byteCount: 4096)
        defer { leaf.deallocate() }
        leaf.clear(at: 0, byteCount: 4096)
        let width = MemoryLayout<Number>.stride
        for capacity in [1, 7, 8, 9, 63, 64, 65, 70, 127, 128, 200, 311] {
            let count = max(1, capacity - generator.below(3))
            let values = (0..<count).map { _ in choices[generator.below(choices.count)] }
            // At the end of the memory, so that reading on would leave it.
            let data = 4096 - capacity * width
            for (slot, value) in values.enumerated() {
                let bytes = unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
                for (index, byte) in bytes.enumerated() { leaf.setU8(data + slot * width + index, byte) }
            }
            for density in [1, 2, 20] {
                leaf.count = count
                let mask = SlotMask()
                mask.reset(toNoneOf: leaf)
                for slot in 0..<count where generator.below(density) == 0 { mask.insert(slot) }
                let wanted = (0..<count).filter { mask.contains($0) }
                let (a, b) = (choices[generator.below(choices.count)], choices[generator.below(choices.count)])
                guard a <= b else { continue }
                RangeKernel.narrow(mask, leaf, at: data, capacity: capacity, from: a, through: b)
                XCTAssertEqual(
                    (0..<count).filter { mask.contains($0) }, wanted.filter { a <= values[$0] && values[$0] <= b },
                    "\(Number.self) \(a)...\(b), capacity \(capacity), seed \(seed)")
                XCTAssertEqual(mask.population, wanted.count { a <= values[$0] && values[$0] <= b })
                compared += 1
            }
        }
        return compared
    }

    func testOrderEntries_areSortedByKeyAndRow() {
        var generator = SeededGenerator(seed: seed)
        for spread in [0, 3, 12, 33, 40, 63] {
            for count in [0, 1, 2, 511, 512, 3_000] {
                var entries = (0..<count).map { row in
                    OrderEntry(key: (generator.next() >> UInt64(63 - spread)) &+ 1 << 20, row: RowID(UInt64(row)))
                }
                // Many that differ only in their last bits.
                if spread == 63 { for index in entries.indices { entries[index].key |= 0xFFFF_FFFF << 20 } }
                let expected = entries.sorted { $0.isBefore($1) }
                for limit in [1, 5, 300] {
                    var first = FirstEntries(limit)
                    for entry in entries { first.add(entry.key, entry.row) }
                    XCTAssertEqual(
                        first.finish().map(\.row), expected.prefix(limit).map(\.row), "\(spread), seed \(seed)")
                }
                OrderEntries.sort(&entries)
                XCTAssertEqual(entries.map(\.row), expected.map(\.row), "\(spread) \(count), seed \(seed)")
                XCTAssertEqual(entries.map(\.key), expected.map(\.key))
            }
        }
    }

    func testOrderKeys_sortAsNumbersDo_andComeBack() {
        let numbers = [
            -Double.infinity, -1e300, -2, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 1, 1e300, .infinity,
        ]
        let keys = numbers.map(\.orderKey)
        XCTAssertEqual(keys, keys.sorted())
        XCTAssertEqual(Set(keys).count, keys.count)
        XCTAssertEqual((-0.0).orderKey, 0.0.orderKey)
        XCTAssertEqual(Double.nan.orderKey, 0)
        XCTAssertLessThan(Double.nan.orderKey, keys[0])
        for number in numbers where number != 0 { XCTAssertEqual(Double(orderKey: number.orderKey), number) }
        XCTAssertNil(Double(orderKey: 0.0.orderKey), "one key for two zeros")
        for number in [Int64.min, -1, 0, 1, .max] { XCTAssertEqual(Int64(orderKey: number.orderKey), number) }
    }

    func testRowSet_holdsDenseAndSparseRows_inBoundedMemory() {
        var dense = RowSet(count: 1_000, last: 1_000)
        var sparse = RowSet(count: 3, last: RowID.limit - 1)
        for row in stride(from: UInt64(1), to: 1_000, by: 7) { dense.insert(row) }
        for row in [1, 1 << 40, RowID.limit - 1] { sparse.insert(row) }
        XCTAssertTrue(dense.contains(8))
        XCTAssertFalse(dense.contains(9))
        XCTAssertFalse(dense.contains(1 << 50))
        XCTAssertTrue(sparse.contains(1 << 40))
        XCTAssertTrue(sparse.contains(RowID.limit - 1))
        XCTAssertFalse(sparse.contains(2))
    }
}
