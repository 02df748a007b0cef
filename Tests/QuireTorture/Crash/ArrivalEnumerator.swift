// Every way in which pending operations may have arrived; where there are too many, a sample that leaves out no kind.

import QuireTestSupport

/// How far an enumeration goes.
struct CrashEffort: Sendable {
    /// Up to this many operations every subset of them is tried; above it prefixes, single ones, omissions of one and two,
    /// and `samples` by chance.
    var exhaustiveOperations = 12
    /// Up to this many sectors that change something every subset of them is tried; above it `samples` by chance.
    var exhaustiveSectors = 14
    var samples = 2_000
    /// Up to this many operations each write is torn in every subset, above it in the whole and alone.
    var tornSubsetOperations = 5
    /// Of more operations than that, so many are torn and left out, alone and in pairs.
    var pickedOperations = 64
    /// Of the cuts and of the sectors of one write, at most this many each.
    var tearsPerWrite = 16

    /// For what follows a crash state.
    static let brief = CrashEffort(
        exhaustiveOperations: 4, exhaustiveSectors: 3, samples: 12, tornSubsetOperations: 1, tearsPerWrite: 2)
    /// For whole runs of which nothing was ever synced.
    static let lying = CrashEffort(
        exhaustiveOperations: 0, exhaustiveSectors: 0, samples: 1_500, tornSubsetOperations: 0, tearsPerWrite: 4)
}

struct ArrivalEnumerator {
    private typealias Operation = RecordingFile.Operation

    let effort: CrashEffort
    private let operations: [RecordingFile.Operation]
    /// Sectors that make a difference: operation, sector of its write.
    private let sectors: [(operation: Int, sector: Int)]
    private let seed: UInt64

    init(_ image: CrashImage, _ effort: CrashEffort, seed: UInt64) {
        self.effort = effort
        self.seed = seed
        operations = image.uncertain
        sectors = Self.effectiveSectors(operations, image)
    }

    /// A sector makes a difference if its bytes are not durable already, or if two operations write it.
    private static func effectiveSectors(
        _ operations: [RecordingFile.Operation], _ image: CrashImage
    ) -> [(operation: Int, sector: Int)] {
        var writers: [Int: Int] = [:]
        forEachSector(operations) { _, _, place, _ in writers[place, default: 0] += 1 }
        var found: [(operation: Int, sector: Int)] = []
        forEachSector(operations) { operation, sector, place, bytes in
            let isNew = !image.isDurable(bytes, at: place * Arrival.sectorByteCount)
            if isNew || writers[place] ?? 0 > 1 { found.append((operation, sector)) }
        }
        return found
    }

    private static func forEachSector(
        _ operations: [RecordingFile.Operation], _ body: (Int, Int, Int, ArraySlice<UInt8>) -> Void
    ) {
        let size = Arrival.sectorByteCount
        for (index, operation) in operations.enumerated() {
            guard case .write(let offset, let bytes) = operation else { continue }
            for sector in 0..<sectorCount(operation) {
                let end = min((sector + 1) * size, bytes.count)
                body(index, sector, offset / size + sector, bytes[sector * size..<end])
            }
        }
    }

    private static func sectorCount(_ operation: RecordingFile.Operation) -> Int {
        guard case .write(_, let bytes) = operation else { return 0 }
        return (bytes.count + Arrival.sectorByteCount - 1) / Arrival.sectorByteCount
    }

    // MARK: All of them

    /// Calls `body` with each choice, until it says false.
    func forEach(_ body: ([Arrival]) throws -> Bool) throws {
        for part in [forEachSubset, forEachTear, forEachSectorSubset, forEachLength] {
            guard try part(body) else { return }
        }
    }

    private func arrivals(_ isThere: (Int) -> Bool) -> [Arrival] {
        operations.indices.map { isThere($0) ? .whole : .lost }
    }

    /// Whole operations, there or not.
    private func forEachSubset(_ body: ([Arrival]) throws -> Bool) throws -> Bool {
        let count = operations.count
        if count <= effort.exhaustiveOperations {
            for subset in 0..<(1 << count) {
                guard try body(arrivals { subset >> $0 & 1 != 0 }) else { return false }
            }
            return true
        }
        for length in 0...count {
            guard try body(arrivals { $0 < length }) else { return false }
        }
        let picked = evenly(count, effort.pickedOperations)
        for one in picked {
            guard try body(arrivals { $0 == one }), try body(arrivals { $0 != one }) else { return false }
            for other in picked where other < one {
                guard try body(arrivals { $0 != one && $0 != other }) else { return false }
            }
        }
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<effort.samples {
            let density = [2, 8, 24, 64][generator.below(4)]
            let choice = operations.indices.map { _ in generator.below(density) == 0 ? Arrival.lost : .whole }
            guard try body(choice) else { return false }
        }
        return true
    }

    /// One write torn.
    private func forEachTear(_ body: ([Arrival]) throws -> Bool) throws -> Bool {
        let count = operations.count
        for torn in evenly(count, effort.pickedOperations) {
            guard case .write = operations[torn] else { continue }
            let all = (0..<count).reduce(0) { $0 | 1 << ($1 & 63) }
            let isSmall = count <= effort.tornSubsetOperations
            let subsets = isSmall ? (0...all).filter { $0 >> torn & 1 != 0 } : [all, 0]
            for tear in tears(of: torn) {
                for subset in subsets {
                    var choice =
                        isSmall || subset == all
                        ? arrivals { isSmall ? subset >> $0 & 1 != 0 : true } : arrivals { _ in false }
                    choice[torn] = tear
                    guard try body(choice) else { return false }
                }
            }
        }
        return true
    }

    private func tears(of index: Int) -> [Arrival] {
        guard case .write(_, let bytes) = operations[index] else { return [] }
        let size = Arrival.sectorByteCount
        let count = Self.sectorCount(operations[index])
        let most = effort.tearsPerWrite
        var tears: [Arrival] = evenly(max(count - 1, 0), most).map { .cut(byteCount: ($0 + 1) * size) }
        // Nothing says that a sector is written as a whole: its first part may be new and the rest old.
        for sector in evenly(count, most) {
            for part in evenly(7, max(most / 2, 1)) {
                let end = sector * size + (part + 1) * 64
                if end < bytes.count, sector < 2 || part == 3 { tears.append(.cut(byteCount: end)) }
            }
        }
        for sector in evenly(count, most) {
            var words = [UInt64](repeating: .max, count: (count + 63) / 64)
            words[sector >> 6] &= ~(1 << UInt64(sector & 63))
            tears.append(.sectors(words))
            tears.append(.garbage(sector: sector))
        }
        return tears + [.zeros, .allGarbage]
    }

    /// Sectors, each there or not, whatever write they belong to.
    private func forEachSectorSubset(_ body: ([Arrival]) throws -> Bool) throws -> Bool {
        guard !sectors.isEmpty else { return true }
        if sectors.count <= effort.exhaustiveSectors {
            for subset in 0..<(1 << sectors.count) {
                var choice = operations.map { operation -> Arrival in
                    guard case .write = operation else { return .whole }
                    return .sectors([UInt64](repeating: 0, count: (Self.sectorCount(operation) + 63) / 64))
                }
                for (bit, place) in sectors.enumerated() where subset >> bit & 1 != 0 {
                    guard case .sectors(var words) = choice[place.operation] else { continue }
                    choice[place.operation] = .whole
                    words[place.sector >> 6] |= 1 << UInt64(place.sector & 63)
                    choice[place.operation] = .sectors(words)
                }
                guard try body(choice) else { return false }
            }
            return true
        }
        var generator = SeededGenerator(seed: seed ^ 0x5EC7)
        for _ in 0..<effort.samples {
            // Some operations whole, some lost, the others in pieces.
            let choice = operations.map { operation -> Arrival in
                let roll = generator.below(8)
                if roll == 0 { return .lost }
                guard case .write = operation, roll > 2 else { return .whole }
                return .scattered(seed: generator.next())
            }
            guard try body(choice) else { return false }
        }
        return true
    }

    /// A change of length lost, with all that lies behind the old end.
    private func forEachLength(_ body: ([Arrival]) throws -> Bool) throws -> Bool {
        for index in operations.indices {
            guard case .truncate = operations[index] else { continue }
            var choice = arrivals { _ in true }
            choice[index] = .clipped
            guard try body(choice) else { return false }
            for other in evenly(operations.count, 32) where other != index {
                var less = choice
                less[other] = .lost
                guard try body(less) else { return false }
            }
        }
        return true
    }

    /// At most `most` of the numbers below `count`, first and last included.
    private func evenly(_ count: Int, _ most: Int) -> [Int] {
        guard count > most, most > 1 else { return Array(0..<min(count, max(most, 0))) }
        return (0..<most).map { $0 * (count - 1) / (most - 1) }
    }
}
