// Prints how long the common operations take; asserts nothing about time. Meant for `swift test -c release`.

import XCTest

@testable import QuireStorage

final class KeysTimingTests: XCTestCase {
    private struct Keys {
        let bytes: [UInt8]
        let length: Int
        let count: Int

        init(count: Int) {
            var bytes: [UInt8] = []
            for number in 0..<count { bytes += KeysFamily.numbered(number) }
            self.bytes = bytes
            self.count = count
            length = 9
        }
    }

    private func measure(_ name: String, _ count: Int, _ body: () throws -> Void) rethrows {
        let clock = ContinuousClock()
        let time = try clock.measure(body)
        let (seconds, attoseconds) = time.components
        let total = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        print("\(name): \((total / Double(count) * 10).rounded() / 10) ns")
    }

    func testTimes_ofNumberedKeys_arePrinted() throws {
        let isLarge = ProcessInfo.processInfo.environment["QUIRE_TIMING"] != nil
        for count in isLarge ? [20_000, 1_000_000] : [2_000] {
            let keys = Keys(count: count)
            var random = KeysRandom(state: 1)
            let order = Array(0..<count).shuffled(using: &random)
            let space = PageSpace(file: PageFile(pageSize: 4096))
            space.beginWriting()
            try keys.bytes.withView { bytes throws(StorageError) in
                try times(keys, bytes, order, space)
            }
        }
    }

    /// The key "I00000123" for 123, with a few multiplications.
    @inline(__always)
    private static func write(_ number: Int, to node: Node) -> ByteView {
        let low = UInt64(number % 10000)
        let high = UInt64(number / 10000)
        var word = high | low << 32
        let hundreds = ((word &* 10486) >> 20) & 0x7F_0000_007F
        word = hundreds | (word &- 100 &* hundreds) << 16
        let tens = ((word &* 103) >> 10) & 0x000F_000F_000F_000F
        word = tens | (word &- 10 &* tens) << 8
        node.setU8(0, 0x49)
        node.setU64(1, word | 0x3030_3030_3030_3030)
        return node.bytes(at: 0, count: 9)
    }

    private func times(
        _ keys: Keys, _ bytes: ByteView, _ order: [Int], _ space: PageSpace
    ) throws(StorageError) {
        let length = keys.length
        let count = keys.count
        do {
            var tree = KeysTree(space: space, id: TreeID(1), root: .empty)
            try measure("\(count) ascending insert", count) {
                for number in 0..<count {
                    _ = try tree.insert(bytes.slice(number * length, length), UInt64(number + 1))
                }
            }
            XCTAssertEqual(tree.count, UInt64(count))
            var heads: UInt64 = 0
            measure("\(count) random read of keys alone", count) {
                for number in order { heads &+= bytes.slice(number * length, length).head(1) }
            }
            XCTAssertNotEqual(heads, 0)
            let buffer = KeyBuffer(pageSize: 4096)
            var ascending: UInt64 = 0
            try measure("\(count) ascending find, key made", count) {
                for number in 0..<count { ascending &+= try tree.find(Self.write(number, to: buffer.node)) ?? 0 }
            }
            XCTAssertEqual(ascending, UInt64(count) * UInt64(count + 1) / 2)
            for _ in 0..<2 {
                var sum: UInt64 = 0
                measure("\(count) make key", count) {
                    for number in order { sum &+= Self.write(number, to: buffer.node).u64(1) }
                }
                XCTAssertNotEqual(sum, 0)
                sum = 0
                try measure("\(count) random find, key made", count) {
                    for number in order { sum &+= try tree.find(Self.write(number, to: buffer.node)) ?? 0 }
                }
                XCTAssertEqual(sum, UInt64(count) * UInt64(count + 1) / 2)
            }
            for _ in 0..<2 {
                var sum: UInt64 = 0
                try measure("\(count) random find", count) {
                    for number in order { sum &+= try tree.find(bytes.slice(number * length, length)) ?? 0 }
                }
                XCTAssertEqual(sum, UInt64(count) * UInt64(count + 1) / 2)
            }
            var sum: UInt64 = 0
            try measure("\(count) iterate", count) {
                try tree.forEach { _, value throws(StorageError) in
                    sum &+= value
                    return true
                }
            }
            XCTAssertEqual(sum, UInt64(count) * UInt64(count + 1) / 2)
            try measure("\(count) random remove", count) {
                for number in order { _ = try tree.remove(bytes.slice(number * length, length)) }
            }
            XCTAssertTrue(tree.isEmpty)
            try measure("\(count) random insert", count) {
                for number in order { _ = try tree.insert(bytes.slice(number * length, length), UInt64(number + 1)) }
            }
            XCTAssertEqual(tree.count, UInt64(count))
            try measure("\(count) remove all", count) { try tree.removeAll() }
            XCTAssertEqual(space.dirtyByteCount, 0)
        } catch let error as StorageError {
            throw error
        } catch {
            XCTFail("\(error)")
        }
    }

    func testTimes_ofUUIDKeys_arePrinted() throws {
        let isLarge = ProcessInfo.processInfo.environment["QUIRE_TIMING"] != nil
        for count in isLarge ? [20_000, 1_000_000] : [2_000] {
            let space = PageSpace(file: PageFile(pageSize: 4096))
            space.beginWriting()
            var tree = KeysTree(space: space, id: TreeID(1), root: .empty)
            let buffer = KeyBuffer(pageSize: 4096)
            func key(_ number: Int) -> ByteView {
                var random = KeysRandom(state: UInt64(number))
                buffer.node.setU64(0, random.next())
                buffer.node.setU64(8, random.next())
                return buffer.node.bytes(at: 0, count: 16)
            }
            try measure("\(count) UUID insert", count) {
                for number in 0..<count { _ = try tree.insert(key(number), UInt64(number + 1)) }
            }
            XCTAssertEqual(tree.count, UInt64(count))
            var sum: UInt64 = 0
            try measure("\(count) UUID find", count) {
                for number in 0..<count { sum &+= try tree.find(key(number)) ?? 0 }
            }
            XCTAssertEqual(sum, UInt64(count) * UInt64(count + 1) / 2)
        }
    }
}
