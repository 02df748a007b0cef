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
    private struct Entry: BitwiseCopyable {
        /// The first eight bytes, zero padded.
        let head: UInt64
        let slot: Int
        let byteCount: Int
        /// Where its bytes begin in `bytes`.
        let offset: Int
        /// Of `head`: the bytes that belong to the key.
        let mask: UInt64
        /// The last eight bytes of a longer key.
        let tail: UInt64
        /// It stands in a document as it is, and head and tail are all of it.
        let isPredictable: Bool
    }

    private let entries: JSONFixedArray<Entry>
    /// The bytes of all keys.
    private let bytes: JSONFixedArray<UInt8>
    private let buckets: JSONFixedArray<Int32>
    private var loose: [[UInt8]: Int] = [:]

    /// `keys`: names in the order of the properties, each with its slot; `looseKeys`: those that also match loosely.
    init(keys: [(name: String, slot: Int)], looseKeys: [(name: String, slot: Int)]) {
        var entries: [Entry] = []
        var bytes: [UInt8] = []
        for (name, slot) in keys {
            let key = Array(name.utf8)
            let isPlain = key.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
            entries.append(
                Entry(
                    head: Self.head(key), slot: slot, byteCount: key.count, offset: bytes.count,
                    mask: Self.mask(key.count), tail: Self.head(key.suffix(8)),
                    isPredictable: isPlain && key.count <= 16))
            bytes += key
        }
        var bucketCount = 8
        while bucketCount < entries.count * 2 { bucketCount *= 2 }
        var buckets = [Int32](repeating: -1, count: bucketCount)
        for (index, entry) in entries.enumerated() {
            var bucket = Self.hash(entry.head, entry.byteCount) & (bucketCount - 1)
            while buckets[bucket] >= 0 { bucket = (bucket + 1) & (bucketCount - 1) }
            buckets[bucket] = Int32(index)
        }
        self.entries = JSONFixedArray(entries)
        self.bytes = JSONFixedArray(bytes)
        self.buckets = JSONFixedArray(buckets)
        for (name, slot) in looseKeys {
            let bytes = Self.normalized(Array(name.utf8))
            if loose[bytes] == nil { loose[bytes] = slot }
        }
    }

    /// Passes the predicted key, if it stands at the cursor, and its colon; gives its slot, or nil with the cursor
    /// where it was.
    @inline(__always)
    func passPredicted(_ predicted: Int, _ reader: inout JSONReader) throws(JSONFault) -> Int? {
        guard predicted < entries.count else { return nil }
        let entry = entries[predicted]
        let begin = reader.position + 1
        let end = begin + entry.byteCount
        let document = reader.bytes
        guard entry.isPredictable, end + 8 <= document.count, document[begin - 1] == UInt8(ascii: "\""),
            document[end] == UInt8(ascii: "\""), document.word(begin) & entry.mask == entry.head,
            entry.byteCount <= 8 || document.word(end - 8) == entry.tail
        else { return nil }
        reader.position = end + 1
        try reader.colon()
        return entry.slot
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
        for index in 0..<entries.count where isEqual(index, key) {
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
        let entry = entries[index]
        guard entry.head == head, entry.byteCount == key.byteCount else { return false }
        var i = 8
        while i < entry.byteCount {
            if bytes[key.offset + i] != self.bytes[entry.offset + i] { return false }
            i += 1
        }
        return true
    }

    private func isEqual(_ index: Int, _ key: [UInt8]) -> Bool {
        let entry = entries[index]
        guard entry.byteCount == key.count else { return false }
        for (i, byte) in key.enumerated() where byte != bytes[entry.offset + i] { return false }
        return true
    }

    private static func mask(_ byteCount: Int) -> UInt64 {
        byteCount >= 8 ? .max : (1 &<< UInt64(8 * byteCount)) &- 1
    }

    private static func head(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        for (i, byte) in bytes.prefix(8).enumerated() { word |= UInt64(byte) &<< UInt64(8 * i) }
        return word
    }

    @inline(__always)
    private static func head(_ key: JSONText, in bytes: JSONBytes) -> UInt64 {
        let word = bytes.partialWord(key.offset)
        return word & mask(key.byteCount)
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
