// A file in memory that takes on one crash state after the other, each for the cost of what differs.

import QuireStorage
import QuireTestSupport

/// Shows states of one crash point. Belongs to one thread.
final class CrashImage {
    private typealias Operation = RecordingFile.Operation

    let file: MemoryFile
    private let memory: Node
    /// The whole range that any state can cover; zeros behind the length.
    private var durable: [UInt8]
    private var durableByteCount = 0
    /// Operations at the beginning of the run that are part of the durable bytes.
    private var appliedCount = 0
    private var sectorHashes: [UInt64] = []
    private var durableHash: UInt64 = 0
    /// What follows the durable part, and which of it is uncertain.
    private(set) var tail: [(operation: RecordingFile.Operation, isUncertain: Bool)] = []

    private var byteCount = 0
    /// Sectors that differ from the durable ones.
    private var touched: [Range<Int>] = []
    private var isTouched: [Bool]

    init(log: CrashLog) throws {
        let sector = Arrival.sectorByteCount
        let universe = (log.largestByteCount + sector - 1) / sector * sector
        file = MemoryFile(name: "crash image")
        try file.truncate(to: universe)
        memory = try file.map(at: 0, byteCount: FileLayout.windowByteCount).node
        durable = [UInt8](repeating: 0, count: universe)
        isTouched = [Bool](repeating: false, count: universe / sector)
        sectorHashes = [UInt64](repeating: 0, count: universe / sector)
        try reset(log)
    }

    /// Goes to the crash behind the first `count` operations of the log.
    func move(to count: Int, of log: CrashLog, isLying: Bool) throws {
        let uncertain = log.isUncertain(after: count, isLying: isLying)
        let firstUncertain = uncertain.firstIndex(of: true) ?? count
        tail = zip(log.operations[firstUncertain..<count], uncertain[firstUncertain...]).map { ($0, $1) }
        if firstUncertain < appliedCount { try reset(log) }
        byteCount = durableByteCount
        for operation in log.operations[appliedCount..<firstUncertain] { apply(operation, .whole, limit: nil) }
        appliedCount = firstUncertain
        keepTouched()
        try file.truncate(to: durableByteCount)
    }

    /// Back to the bytes that the run began with.
    private func reset(_ log: CrashLog) throws {
        try file.truncate(to: durable.count)
        memory.clear(at: 0, byteCount: durable.count)
        try log.base.withView { memory.copy(from: $0, to: 0) }
        byteCount = log.base.count
        appliedCount = 0
        durableHash = 0
        for sector in sectorHashes.indices { sectorHashes[sector] = 0 }
        touched = [0..<sectorHashes.count]
        keepTouched()
    }

    /// What is shown counts as durable from now on.
    private func keepTouched() {
        let sector = Arrival.sectorByteCount
        for range in touched {
            let bytes = memory.bytes(at: range.lowerBound * sector, count: range.count * sector)
            durable.replaceSubrange(range.lowerBound * sector..<range.upperBound * sector, with: bytes.array)
            for index in range {
                durableHash = durableHash &- sectorHashes[index]
                sectorHashes[index] = hash(index)
                durableHash = durableHash &+ sectorHashes[index]
                isTouched[index] = false
            }
        }
        touched.removeAll(keepingCapacity: true)
        durableByteCount = byteCount
    }

    /// The uncertain operations of the crash point.
    var uncertain: [RecordingFile.Operation] { tail.filter(\.isUncertain).map(\.operation) }

    /// The bytes that are durable at an offset.
    func isDurable(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Bool {
        durable[offset..<offset + bytes.count] == bytes
    }

    // MARK: States

    /// Makes the file what it is if the uncertain operations arrived so; gives a hash of its whole content.
    func show(_ arrivals: [Arrival]) throws -> UInt64 {
        byteCount = durableByteCount
        var next = 0
        var limit: Int?
        for (operation, isUncertain) in tail {
            var arrival = Arrival.whole
            if isUncertain {
                arrival = next < arrivals.count ? arrivals[next] : .lost
                next += 1
            }
            if case .truncate = operation { limit = arrival == .clipped ? byteCount : nil }
            apply(operation, arrival, limit: limit)
        }
        if byteCount != durableByteCount { try file.truncate(to: byteCount) }
        var hash = durableHash
        for range in touched {
            for sector in range { hash = hash &- sectorHashes[sector] &+ self.hash(sector) }
        }
        return Checksum.combine(hash, UInt64(byteCount))
    }

    /// Back to the durable part alone.
    func restore() throws {
        let sector = Arrival.sectorByteCount
        try durable.withView { bytes in
            for range in touched {
                let start = range.lowerBound * sector
                memory.copy(from: bytes.slice(start, range.count * sector), to: start)
                for index in range { isTouched[index] = false }
            }
        }
        touched.removeAll(keepingCapacity: true)
        if byteCount != durableByteCount { try file.truncate(to: durableByteCount) }
        byteCount = durableByteCount
    }

    /// A copy of the state that is shown.
    var bytes: [UInt8] { memory.bytes(at: 0, count: byteCount).array }

    private func hash(_ sector: Int) -> UInt64 {
        let bytes = memory.bytes(at: sector * Arrival.sectorByteCount, count: Arrival.sectorByteCount)
        return Checksum.hash(bytes, seed: UInt64(sector))
    }

    private func touch(_ range: Range<Int>) {
        let sector = Arrival.sectorByteCount
        let sectors = range.lowerBound / sector..<(range.upperBound + sector - 1) / sector
        // Runs of sectors that no earlier operation of this state touched.
        var start: Int?
        for index in sectors {
            if isTouched[index] {
                if let first = start { touched.append(first..<index) }
                start = nil
            } else {
                isTouched[index] = true
                if start == nil { start = index }
            }
        }
        if let first = start { touched.append(first..<sectors.upperBound) }
    }

    private func apply(_ operation: RecordingFile.Operation, _ arrival: Arrival, limit: Int?) {
        switch operation {
        case .sync, .failedSync: break
        case .truncate(let count):
            guard arrival == .whole else { return }
            if count < byteCount {
                touch(count..<byteCount)
                memory.clear(at: count, byteCount: byteCount - count)
            }
            byteCount = count
        case .write(let offset, let bytes):
            guard arrival != .lost else { return }
            let end = min(offset + bytes.count, limit ?? .max)
            guard offset < end else { return }
            write(bytes, offset..<end, arrival)
        }
    }

    private func write(_ bytes: [UInt8], _ range: Range<Int>, _ arrival: Arrival) {
        let sector = Arrival.sectorByteCount
        func copy(_ part: Range<Int>) {
            let part = part.clamped(to: 0..<range.count)
            guard !part.isEmpty else { return }
            touch(range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
            unsafe bytes.withUnsafeBytes { buffer in
                let view = unsafe ByteView(buffer).slice(part.lowerBound, part.count)
                memory.copy(from: view, to: range.lowerBound + part.lowerBound)
            }
            byteCount = max(byteCount, range.lowerBound + part.upperBound)
        }
        func fill(_ part: Range<Int>, _ byte: UInt8) {
            let part = part.clamped(to: 0..<range.count)
            guard !part.isEmpty else { return }
            touch(range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
            for index in part { memory.setU8(range.lowerBound + index, byte) }
            byteCount = max(byteCount, range.lowerBound + part.upperBound)
        }
        switch arrival {
        case .lost, .clipped: break
        case .whole: copy(0..<range.count)
        case .cut(let count): copy(0..<count)
        case .allGarbage: fill(0..<range.count, 0xA5)
        case .zeros: fill(0..<range.count, 0)
        case .garbage(let index):
            copy(0..<range.count)
            fill(index * sector..<(index + 1) * sector, 0xA5)
        case .sectors, .scattered:
            let count = (range.count + sector - 1) / sector
            for index in 0..<count where arrival.brings(index) { copy(index * sector..<(index + 1) * sector) }
        }
    }
}
