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

/// A class, so that asking it copies one reference.
final class JSONKeyTable {
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
    private let loose: JSONLooseKeys
    /// Keys of the document that match loosely or not at all, by hash: its objects have the same ones mostly.
    private let seen: JSONFixedArray<Seen>

    private struct Seen: BitwiseCopyable {
        /// Where it stood.
        var offset = 0
        /// -1 for no key.
        var byteCount = -1
        var entry = 0
        /// -1 for a key that matches nothing.
        var slot = 0
    }

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
        seen = JSONFixedArray([Seen](repeating: Seen(), count: 128))
        loose = JSONLooseKeys(
            looseKeys.map { name, slot in
                (name, slot, entries.firstIndex { $0.slot == slot } ?? entries.count)
            })
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
        if key.hasEscapes { return reader.withUnescaped(key, matchUnescaped) }
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
        return matchLoosely(key, Self.hash(head, key.byteCount) & (seen.count - 1), bytes)
    }

    private func matchLoosely(_ key: JSONText, _ place: Int, _ bytes: JSONBytes) -> JSONKeyMatch? {
        let known = seen[place]
        if known.byteCount == key.byteCount, bytes.isEqual(known.offset, key.offset, key.byteCount) {
            return known.slot < 0 ? nil : JSONKeyMatch(entry: known.entry, slot: known.slot, isLoose: true)
        }
        let found = loose.match(bytes.slice(key.offset, key.byteCount))
        seen[place] = Seen(
            offset: key.offset, byteCount: key.byteCount, entry: found?.entry ?? 0, slot: found?.slot ?? -1)
        return found
    }

    private func matchUnescaped(_ key: JSONBytes) -> JSONKeyMatch? {
        for index in 0..<entries.count where isEqual(index, key) {
            return JSONKeyMatch(entry: index, slot: entries[index].slot, isLoose: false)
        }
        return loose.match(key)
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

    private func isEqual(_ index: Int, _ key: JSONBytes) -> Bool {
        let entry = entries[index]
        guard entry.byteCount == key.count else { return false }
        for i in 0..<key.count where key[i] != bytes[entry.offset + i] { return false }
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
}
