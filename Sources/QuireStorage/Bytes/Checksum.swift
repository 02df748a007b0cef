// The checksum of pages, slots and manifests: a 64-bit multiply-and-fold hash in the manner of wyhash. It finds
// damage; it does not defend against forgery.

/// Stands in files: a change of one constant is a new format.
package enum Checksum {
    private static let key0: UInt64 = 0xA076_1D64_78BD_642F
    private static let key1: UInt64 = 0xE703_7ED1_A0B4_28DB
    private static let key2: UInt64 = 0x8EBC_6AF0_9C88_C6E3
    private static let key3: UInt64 = 0x5899_65CC_7537_4CC3

    /// Both halves of the product, folded with the factors, so that a factor of zero does not erase the other one.
    @inline(__always)
    private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return (product.high ^ b) ^ (product.low ^ a)
    }

    /// The hash of any number of bytes at any alignment. Four lanes of 16 bytes each, so that four multiplications
    /// are in flight at once.
    package static func hash(_ bytes: ByteView, seed: UInt64) -> UInt64 {
        let count = bytes.count
        var lane0 = seed ^ key0
        var lane1 = seed ^ key1
        var lane2 = seed ^ key2
        var lane3 = seed ^ key3
        var offset = 0
        // Whatever looks for an overflow here takes the registers of the lanes and nearly half the speed.
        let lastBlock = count &- 64
        while offset <= lastBlock {
            lane0 = mix(bytes.u64(offset) ^ key0, bytes.u64(offset &+ 8) ^ lane0)
            lane1 = mix(bytes.u64(offset &+ 16) ^ key1, bytes.u64(offset &+ 24) ^ lane1)
            lane2 = mix(bytes.u64(offset &+ 32) ^ key2, bytes.u64(offset &+ 40) ^ lane2)
            lane3 = mix(bytes.u64(offset &+ 48) ^ key3, bytes.u64(offset &+ 56) ^ lane3)
            offset &+= 64
        }
        while count - offset >= 16 {
            lane0 = mix(bytes.u64(offset) ^ key1, bytes.u64(offset + 8) ^ lane0)
            offset += 16
        }
        if offset < count {
            lane1 = mix(partial(bytes, offset) ^ key2, partial(bytes, offset + 8) ^ lane1)
        }
        return mix(mix(lane0, lane1 &+ key3) ^ lane2, mix(lane3, UInt64(count) ^ key0) ^ key1)
    }

    /// Up to eight bytes as a little-endian number; zeros stand for bytes past the end.
    private static func partial(_ bytes: ByteView, _ offset: Int) -> UInt64 {
        if offset + 8 <= bytes.count { return bytes.u64(offset) }
        var value: UInt64 = 0
        var index = offset
        while index < bytes.count {
            value |= UInt64(bytes[index]) << UInt64(8 * (index - offset))
            index += 1
        }
        return value
    }

    /// Folds two numbers into one, to derive seeds.
    package static func combine(_ a: UInt64, _ b: UInt64) -> UInt64 { mix(a ^ key2, b ^ key3) }
}

/// What makes the checksum of the same bytes differ from file to file and from place to place.
package struct ChecksumSeed: Sendable {
    private let file: UInt64

    package init(fileID: (high: UInt64, low: UInt64)) { file = Checksum.combine(fileID.high, fileID.low) }

    /// For the node that begins at a page.
    @inline(__always)
    package func node(_ page: PageNumber) -> UInt64 { Checksum.combine(file, UInt64(page.rawValue)) }

    /// For a part of an overflow run: 64 KiB of a value.
    package func part(_ index: Int) -> UInt64 { Checksum.combine(file, UInt64(index + 1) << 32) }

    /// For a slot, a manifest or a publish record in one of the three blocks; `part` tells them apart.
    package func block(_ index: Int, part: Int) -> UInt64 {
        Checksum.combine(~file, UInt64(index) << 8 | UInt64(part))
    }
}
