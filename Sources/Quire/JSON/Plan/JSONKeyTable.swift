// From the keys of a JSON object to the places where a plan keeps their values. Keys are compared as bytes; the key
// that followed last time is tried first.

/// A key that matched.
struct JSONKeyMatch {
    /// Its number among the table's keys, from which the next one is predicted.
    let entry: Int
    let slot: Int
    /// Found only without regard to `_` and case.
    let isLoose: Bool
}

struct JSONKeyTable {
    private struct Entry {
        let bytes: [UInt8]
        /// The first eight bytes, zero padded.
        let head: UInt64
        let slot: Int
    }

    private var entries: [Entry] = []
    private var buckets: [Int32] = []
    private var loose: [[UInt8]: Int] = [:]

    /// `keys`: names in the order of the properties, each with its slot; `looseKeys`: those that also match loosely.
    init(keys: [(name: String, slot: Int)], looseKeys: [(name: String, slot: Int)]) {
        for (name, slot) in keys {
            let bytes = Array(name.utf8)
            entries.append(Entry(bytes: bytes, head: Self.head(bytes), slot: slot))
        }
        var bucketCount = 8
        while bucketCount < entries.count * 2 { bucketCount *= 2 }
        buckets = [Int32](repeating: -1, count: bucketCount)
        for (index, entry) in entries.enumerated() {
            var bucket = Self.hash(entry.head, entry.bytes.count) & (bucketCount - 1)
            while buckets[bucket] >= 0 { bucket = (bucket + 1) & (bucketCount - 1) }
            buckets[bucket] = Int32(index)
        }
        for (name, slot) in looseKeys {
            let bytes = Self.normalized(Array(name.utf8))
            if loose[bytes] == nil { loose[bytes] = slot }
        }
    }

    /// The slot of a key. `predicted`: the entry to try first.
    @inline(__always)
    func match(_ key: JSONText, in reader: JSONReader, predicted: Int) -> JSONKeyMatch? {
        if key.hasEscapes { return matchUnescaped(reader.unescaped(key)) }
        let head = Self.head(key, in: reader.bytes)
        if predicted < entries.count, isEqual(predicted, key, head, reader.bytes) {
            return JSONKeyMatch(entry: predicted, slot: entries[predicted].slot, isLoose: false)
        }
        return find(key, head, reader.bytes)
    }

    private func find(_ key: JSONText, _ head: UInt64, _ bytes: JSONBytes) -> JSONKeyMatch? {
        var bucket = Self.hash(head, key.byteCount) & (buckets.count - 1)
        while buckets[bucket] >= 0 {
            let index = Int(buckets[bucket])
            if isEqual(index, key, head, bytes) {
                return JSONKeyMatch(entry: index, slot: entries[index].slot, isLoose: false)
            }
            bucket = (bucket + 1) & (buckets.count - 1)
        }
        guard !loose.isEmpty else { return nil }
        return matchLoosely(bytes.array(key.offset, key.byteCount))
    }

    private func matchUnescaped(_ key: [UInt8]) -> JSONKeyMatch? {
        if let index = entries.firstIndex(where: { $0.bytes == key }) {
            return JSONKeyMatch(entry: index, slot: entries[index].slot, isLoose: false)
        }
        return matchLoosely(key)
    }

    private func matchLoosely(_ key: [UInt8]) -> JSONKeyMatch? {
        // Properties have names of a length that a person types.
        guard key.count <= 1_024, let slot = loose[Self.normalized(key)] else { return nil }
        return JSONKeyMatch(entry: entries.count, slot: slot, isLoose: true)
    }

    @inline(__always)
    private func isEqual(_ index: Int, _ key: JSONText, _ head: UInt64, _ bytes: JSONBytes) -> Bool {
        guard entries[index].head == head, entries[index].bytes.count == key.byteCount else { return false }
        return key.byteCount <= 8 || bytes.isEqual(key.offset, entries[index].bytes)
    }

    private static func head(_ bytes: [UInt8]) -> UInt64 {
        var word: UInt64 = 0
        for (i, byte) in bytes.prefix(8).enumerated() { word |= UInt64(byte) &<< UInt64(8 * i) }
        return word
    }

    @inline(__always)
    private static func head(_ key: JSONText, in bytes: JSONBytes) -> UInt64 {
        let word = bytes.partialWord(key.offset)
        if key.byteCount >= 8 { return word }
        return word & ((1 &<< UInt64(8 * key.byteCount)) &- 1)
    }

    @inline(__always)
    private static func hash(_ head: UInt64, _ byteCount: Int) -> Int {
        let mixed = (head ^ UInt64(truncatingIfNeeded: byteCount)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed &>> 33)
    }

    /// Without `_`, and ASCII letters small.
    static func normalized(_ key: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(key.count)
        for byte in key where byte != UInt8(ascii: "_") {
            let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            result.append(isCapital ? byte | 0x20 : byte)
        }
        return result
    }
}
