// The hash that stands in files: fixed values, and what it must notice.

import QuireStorage
import XCTest

final class ChecksumTests: XCTestCase {
    private func hash(_ bytes: [UInt8], _ seed: UInt64 = 0) throws -> UInt64 {
        try bytes.withView { view throws(StorageError) in Checksum.hash(view, seed: seed) }
    }

    private func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) } }

    /// The same steps as the specification lists, one after the other.
    private func specified(_ bytes: [UInt8], _ seed: UInt64) -> UInt64 {
        let keys: [UInt64] = [
            0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3,
        ]
        func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
            let product = a.multipliedFullWidth(by: b)
            return product.high ^ b ^ product.low ^ a
        }
        func number(_ offset: Int) -> UInt64 {
            (0..<8).reduce(0) { $0 | (offset + $1 < bytes.count ? UInt64(bytes[offset + $1]) << UInt64(8 * $1) : 0) }
        }
        var lanes = keys.map { seed ^ $0 }
        var offset = 0
        while bytes.count - offset >= 64 {
            for lane in 0..<4 {
                lanes[lane] = mix(number(offset + 16 * lane) ^ keys[lane], number(offset + 16 * lane + 8) ^ lanes[lane])
            }
            offset += 64
        }
        while bytes.count - offset >= 16 {
            lanes[0] = mix(number(offset) ^ keys[1], number(offset + 8) ^ lanes[0])
            offset += 16
        }
        if offset < bytes.count { lanes[1] = mix(number(offset) ^ keys[2], number(offset + 8) ^ lanes[1]) }
        return mix(
            mix(lanes[0], lanes[1] &+ keys[3]) ^ lanes[2], mix(lanes[3], UInt64(bytes.count) ^ keys[0]) ^ keys[1])
    }

    func testHash_ofEveryLength_isAsSpecified() throws {
        for count in Array(0...200) + [511, 512, 4088] {
            XCTAssertEqual(try hash(pattern(count), 12_345), specified(pattern(count), 12_345), "\(count)")
        }
    }

    func testHash_atAnyAlignment_isTheSame() throws {
        let bytes = pattern(150)
        for shift in 0..<9 {
            let found = try ([UInt8](repeating: 9, count: shift) + bytes).withView { view throws(StorageError) in
                Checksum.hash(view.slice(shift, 150), seed: 3)
            }
            XCTAssertEqual(found, try hash(bytes, 3))
        }
    }

    func testHash_noticesEveryBitLengthAndSeed() throws {
        for count in [1, 15, 16, 17, 63, 64, 65, 200] {
            let bytes = pattern(count)
            let whole = try hash(bytes)
            var low: Set<UInt32> = [UInt32(truncatingIfNeeded: whole)]
            for index in 0..<count {
                for bit in 0..<8 {
                    var changed = bytes
                    changed[index] ^= 1 << UInt8(bit)
                    let found = try hash(changed)
                    XCTAssertNotEqual(found, whole)
                    low.insert(UInt32(truncatingIfNeeded: found))
                }
            }
            // The half that serves as a tag differs too.
            XCTAssertEqual(low.count, 8 * count + 1)
            XCTAssertNotEqual(try hash(bytes, 1), whole)
            XCTAssertNotEqual(try hash(bytes + [0]), whole)
        }
    }

    func testSeeds_differByFilePlaceAndPurpose() {
        var seeds: Set<UInt64> = []
        for file in 0..<4 {
            let seed = ChecksumSeed(fileID: (high: UInt64(file / 2), low: UInt64(file % 2)))
            for index in 0..<50 {
                seeds.insert(seed.node(PageNumber(UInt32(index))))
                seeds.insert(seed.part(index))
                for part in 0..<3 { seeds.insert(seed.block(index, part: part)) }
            }
        }
        XCTAssertEqual(seeds.count, 4 * 50 * 5)
    }
}
