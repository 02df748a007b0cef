// What LMDB does in W16.

package import Workloads

extension LMDBEngine {
    /// A heap of the first hundred; all keys by the bits of their doubles, which sort like the numbers.
    package func contender(_ work: Sort) throws -> Turns? {
        let environment = try opened()
        return Turns {
            let top = try timed {
                try environment.read { transaction in
                    var heap = LeastEntries(Sort.firstCount)
                    try unsafe transaction.scan(environment.items) { key, record in
                        unsafe heap.offer(SortEntry(key, record))
                    }
                    return heap.entries.sorted { $0.bits < $1.bits }.reduce(0) { $0 + $1.balance }
                }
            }
            let all = try timed {
                try environment.read { transaction in
                    var entries: [SortEntry] = []
                    entries.reserveCapacity(try transaction.count(environment.items))
                    try unsafe transaction.scan(environment.items) { key, record in
                        unsafe entries.append(SortEntry(key, record))
                    }
                    entries.sort { $0.bits < $1.bits }
                    return entries.reduce(0) { Sort.step($0, lastByte: $1.lastByte) }
                }
            }
            return ([top.time, all.time], [.sum(top.result), .count(all.result)])
        }
    }
}

/// What is sorted. The key is read where it stands in the map.
@safe
private struct SortEntry {
    let bits: UInt64
    let balance: Double
    private let key: UnsafeRawBufferPointer

    init(_ key: UnsafeRawBufferPointer, _ record: UnsafeRawBufferPointer) {
        balance = unsafe ItemRecord.balance(record)
        bits = balance.bitPattern ^ (balance.sign == .minus ? ~0 : 1 << 63)
        unsafe self.key = key
    }

    var lastByte: UInt8 { unsafe key[key.count - 1] }
}

/// The least entries so far, as a heap with the greatest of them on top.
private struct LeastEntries {
    private(set) var entries: [SortEntry] = []
    private let limit: Int

    init(_ limit: Int) {
        self.limit = limit
    }

    mutating func offer(_ entry: SortEntry) {
        if entries.count < limit {
            entries.append(entry)
            if entries.count == limit { entries.sort { $0.bits > $1.bits } }
        } else if entry.bits < entries[0].bits {
            replaceTop(entry)
        }
    }

    private mutating func replaceTop(_ entry: SortEntry) {
        var place = 0
        while true {
            var child = 2 * place + 1
            if child >= entries.count { break }
            if child + 1 < entries.count, entries[child + 1].bits > entries[child].bits { child += 1 }
            if entries[child].bits <= entry.bits { break }
            entries[place] = entries[child]
            place = child
        }
        entries[place] = entry
    }
}
