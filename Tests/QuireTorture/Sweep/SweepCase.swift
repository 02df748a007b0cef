// The ways in which one place of a file can be wrong.

import QuireStorage
import QuireTestSupport

/// One damaged file.
enum SweepCase: CustomStringConvertible {
    case byte(offset: Int, ByteChange)
    case cutOff(byteCount: Int)
    case zeroedSector(Int)
    /// The sector as it was some transactions before: a write that was lost.
    case olderSector(Int)
    /// Two sectors in the places of each other: writes that went astray.
    case swappedSectors(Int, Int)

    enum ByteChange: Int, CaseIterable {
        case allBits, lowestBit, zeros, ones
    }

    var description: String {
        switch self {
        case .byte(let offset, let change): "byte \(offset), \(change)"
        case .cutOff(let byteCount): "cut off after \(byteCount) bytes"
        case .zeroedSector(let index): "sector \(index) zeroed"
        case .olderSector(let index): "sector \(index) of an older version"
        case .swappedSectors(let first, let second): "sectors \(first) and \(second) swapped"
        }
    }
}

/// All cases of one file, by number.
struct SweepPlan {
    static let sectorByteCount = 512

    let bytes: [UInt8]
    /// The same file some transactions before.
    let older: [UInt8]
    /// Every byte of what was ever written, and one of each sector that was not.
    private let places: [Int]

    init(bytes: [UInt8], older: [UInt8]) {
        self.bytes = bytes
        self.older = older
        places = stride(from: 0, to: bytes.count, by: Self.sectorByteCount).flatMap { start in
            let end = min(start + Self.sectorByteCount, bytes.count)
            return Array(start..<(bytes[start..<end].contains { $0 != 0 } ? end : start + 1))
        }
    }

    private var sectors: Int { bytes.count / Self.sectorByteCount }
    private var changes: Int { SweepCase.ByteChange.allCases.count * places.count }
    /// Each sector goes to the place of this many others.
    private static let swapsPerSector = 8

    var count: Int { changes + places.count + (2 + Self.swapsPerSector) * sectors }

    subscript(number: Int) -> SweepCase {
        let kinds = SweepCase.ByteChange.allCases.count
        var rest = number
        if rest < changes { return .byte(offset: places[rest / kinds], SweepCase.ByteChange.allCases[rest % kinds]) }
        rest -= changes
        // Length 0 is no damage but a new file.
        if rest < places.count { return .cutOff(byteCount: max(places[rest], 1)) }
        rest -= places.count
        if rest < sectors { return .zeroedSector(rest) }
        rest -= sectors
        if rest < sectors { return .olderSector(rest) }
        rest -= sectors
        let (first, turn) = rest.quotientAndRemainder(dividingBy: Self.swapsPerSector)
        // Neighbours, and some far away.
        return .swappedSectors(first, (first + 1 + turn * turn * 7) % sectors)
    }

    /// The damaged file; nil if it is the same as the sound one.
    func file(_ damage: SweepCase) -> [UInt8]? {
        var result = bytes
        switch damage {
        case .byte(let offset, .allBits): result[offset] ^= 0xFF
        case .byte(let offset, .lowestBit): result[offset] ^= 1
        case .byte(let offset, .zeros): result[offset] = 0
        case .byte(let offset, .ones): result[offset] = 0xFF
        case .cutOff(let byteCount): result.removeSubrange(byteCount...)
        case .zeroedSector(let index): result.replaceSubrange(range(index), with: [UInt8](repeating: 0, count: 512))
        case .olderSector(let index):
            guard range(index).upperBound <= older.count else { return nil }
            result.replaceSubrange(range(index), with: older[range(index)])
        case .swappedSectors(let first, let second):
            result.replaceSubrange(range(first), with: bytes[range(second)])
            result.replaceSubrange(range(second), with: bytes[range(first)])
        }
        return result == bytes ? nil : result
    }

    private func range(_ sector: Int) -> Range<Int> {
        sector * Self.sectorByteCount..<(sector + 1) * Self.sectorByteCount
    }
}
