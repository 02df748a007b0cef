// Keys that match without regard to `_` and case. Looked up as they stand in the document, without a copy: payloads in
// snake_case come by here with every key.

struct JSONLooseKeys {
    private struct Entry: BitwiseCopyable {
        let hash: UInt64
        /// Where the normalized name stands in `bytes`.
        let offset: Int
        let byteCount: Int
        let slot: Int
        /// Of the exact key with the same slot.
        let exactEntry: Int
    }

    private let entries: JSONFixedArray<Entry>
    /// The normalized names.
    private let bytes: JSONFixedArray<UInt8>
    private let buckets: JSONFixedArray<Int32>

    /// Of names that are equal the first counts.
    init(_ keys: [(name: String, slot: Int, exactEntry: Int)]) {
        var entries: [Entry] = []
        var bytes: [UInt8] = []
        var known: Set<[UInt8]> = []
        for (name, slot, exactEntry) in keys {
            let key = Self.normalized(name)
            guard known.insert(key).inserted else { continue }
            entries.append(
                Entry(
                    hash: key.reduce(Self.emptyHash, Self.hash), offset: bytes.count, byteCount: key.count, slot: slot,
                    exactEntry: exactEntry))
            bytes += key
        }
        var bucketCount = 8
        while bucketCount < entries.count * 2 { bucketCount *= 2 }
        var buckets = [Int32](repeating: -1, count: bucketCount)
        for (index, entry) in entries.enumerated() {
            var bucket = Int(truncatingIfNeeded: entry.hash) & (bucketCount - 1)
            while buckets[bucket] >= 0 { bucket = (bucket + 1) & (bucketCount - 1) }
            buckets[bucket] = Int32(index)
        }
        self.entries = JSONFixedArray(entries)
        self.bytes = JSONFixedArray(bytes)
        self.buckets = JSONFixedArray(buckets)
    }

    func match(_ key: JSONBytes) -> JSONKeyMatch? {
        guard entries.count > 0 else { return nil }
        var hash = Self.emptyHash
        for i in 0..<key.count where key[i] != UInt8(ascii: "_") { hash = Self.hash(hash, Self.small(key[i])) }
        var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
        while buckets[bucket] >= 0 {
            let entry = entries[Int(buckets[bucket])]
            if entry.hash == hash, isEqual(entry, key) {
                return JSONKeyMatch(entry: entry.exactEntry, slot: entry.slot, isLoose: true)
            }
            bucket = (bucket + 1) & (buckets.count - 1)
        }
        return nil
    }

    private func isEqual(_ entry: Entry, _ key: JSONBytes) -> Bool {
        var position = 0
        for i in 0..<key.count where key[i] != UInt8(ascii: "_") {
            guard position < entry.byteCount, bytes[entry.offset + position] == Self.small(key[i]) else { return false }
            position += 1
        }
        return position == entry.byteCount
    }

    /// FNV-1a.
    private static var emptyHash: UInt64 { 0xCBF2_9CE4_8422_2325 }

    @inline(__always)
    private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    @inline(__always)
    private static func small(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// Without `_`, and ASCII letters small.
    static func normalized(_ name: String) -> [UInt8] {
        name.utf8.filter { $0 != UInt8(ascii: "_") }.map(small)
    }
}
