// What became of one operation that no sync covered.

import QuireTestSupport

/// How a pending write, or change of length, arrived on the medium.
enum Arrival: Equatable, Sendable {
    case lost
    case whole
    /// Of a write: the sectors whose bits are set, from the lowest bit of the first word on.
    case sectors([UInt64])
    /// Of a write: sectors drawn by chance.
    case scattered(seed: UInt64)
    /// Of a write: its first bytes only.
    case cut(byteCount: Int)
    /// Of a write: garbage in one sector, everything else whole.
    case garbage(sector: Int)
    /// Of a write: garbage in all of it.
    case allGarbage
    /// Of a write: the range was given to the file, but holds zeros.
    case zeros
    /// Of a change of length: lost, and so is what was written behind the old end.
    case clipped

    static let sectorByteCount = 512

    /// True if this sector of a write arrived.
    func brings(_ sector: Int) -> Bool {
        switch self {
        case .sectors(let words): words[sector >> 6] >> UInt64(sector & 63) & 1 != 0
        case .scattered(let seed): Self.isDrawn(sector, seed)
        case .whole: true
        default: false
        }
    }

    /// The two lowest bits of the seed choose how many sectors arrive: half, most, few, nearly all.
    private static func isDrawn(_ sector: Int, _ seed: UInt64) -> Bool {
        var generator = SeededGenerator(seed: seed &+ UInt64(sector) &* 0xD6E8_FEB8_6659_FD93)
        let value = generator.next() & 63
        switch seed & 3 {
        case 0: return value < 32
        case 1: return value < 56
        case 2: return value < 8
        default: return value < 62
        }
    }
}

// MARK: As text

extension Arrival: CustomStringConvertible {
    var description: String {
        switch self {
        case .lost: "-"
        case .whole: "+"
        case .sectors(let words): "m" + words.map { String($0, radix: 16) }.joined(separator: ".")
        case .scattered(let seed): "r" + String(seed, radix: 16)
        case .cut(let count): "c\(count)"
        case .garbage(let sector): "g\(sector)"
        case .allGarbage: "G"
        case .zeros: "Z"
        case .clipped: "x"
        }
    }

    init?(_ text: Substring) {
        let rest = text.dropFirst()
        switch text.first {
        case "-": self = .lost
        case "+": self = .whole
        case "G": self = .allGarbage
        case "Z": self = .zeros
        case "x": self = .clipped
        case "m":
            let words = rest.split(separator: ".").compactMap { UInt64($0, radix: 16) }
            guard !words.isEmpty else { return nil }
            self = .sectors(words)
        case "r":
            guard let seed = UInt64(rest, radix: 16) else { return nil }
            self = .scattered(seed: seed)
        case "c":
            guard let count = Int(rest) else { return nil }
            self = .cut(byteCount: count)
        case "g":
            guard let sector = Int(rest) else { return nil }
            self = .garbage(sector: sector)
        default: return nil
        }
    }
}

/// A crash behind the first `operationCount` operations of a run: what became of each that no sync covered. Written as
/// `12:+,-,c512`.
struct CrashChoice: Equatable, Sendable, CustomStringConvertible {
    var operationCount: Int
    var arrivals: [Arrival]

    var description: String { "\(operationCount):" + arrivals.map(\.description).joined(separator: ",") }

    init(operationCount: Int, arrivals: [Arrival]) {
        self.operationCount = operationCount
        self.arrivals = arrivals
    }

    init?(_ text: Substring) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]) else { return nil }
        operationCount = count
        arrivals = []
        for part in parts[1].split(separator: ",") {
            guard let arrival = Arrival(part) else { return nil }
            arrivals.append(arrival)
        }
    }
}
