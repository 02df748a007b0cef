// The side of LMDBEngine in W16Sort.

import Workloads

/// W16: a heap of the first hundred; all keys by the bits of their doubles, which sort like the numbers.
final class LMDBSort: Contender {
    /// What is sorted. The key is read where it stands in the map.
    @safe
    private struct Entry {
        let bits: UInt64
        let balance: Double
        let key: UnsafeRawPointer?

        init(_ key: UnsafeRawBufferPointer, _ record: UnsafeRawBufferPointer) {
            balance = unsafe ItemRecord.balance(record)
            bits = balance.bitPattern ^ (balance.sign == .minus ? ~0 : 1 << 63)
            unsafe self.key = key.baseAddress
        }
    }

    private let environment: Environment
    private var found: [Answer.Value] = []

    init(_ engine: LMDBEngine) throws {
        environment = try engine.opened()
    }

    func turn() throws -> [Double?] {
        var (sum, hash) = (0.0, 0)
        let top = try nanoseconds {
            try environment.read { transaction in
                var heap = Heap()
                try unsafe transaction.scan(environment.items) { key, record in unsafe heap.offer(Entry(key, record)) }
                sum = heap.entries.sorted { $0.bits < $1.bits }.reduce(0) { $0 + $1.balance }
            }
        }
        let all = try nanoseconds {
            try environment.read { transaction in
                var entries: [Entry] = []
                entries.reserveCapacity(try transaction.count(environment.items))
                try unsafe transaction.scan(environment.items) { key, record in
                    unsafe entries.append(Entry(key, record))
                }
                entries.sort { $0.bits < $1.bits }
                for entry in entries {
                    let last = unsafe entry.key.unsafelyUnwrapped.load(fromByteOffset: 8, as: UInt8.self)
                    hash = Sort.step(hash, lastByte: last)
                }
            }
        }
        found = [.sum(sum), .count(hash)]
        return [top, all]
    }

    func answers() -> [Answer.Value]? { found }

    /// The least entries so far, the greatest of them on top.
    private struct Heap {
        private(set) var entries: [Entry] = []

        mutating func offer(_ entry: Entry) {
            if entries.count < Sort.firstCount {
                entries.append(entry)
                if entries.count == Sort.firstCount { entries.sort { $0.bits > $1.bits } }
            } else if entry.bits < entries[0].bits {
                replaceTop(entry)
            }
        }

        private mutating func replaceTop(_ entry: Entry) {
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
}
