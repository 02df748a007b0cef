// What an import has done to each row of a class so far: two bits a row, so that counting every object once costs no
// list of objects.

import QuireStorage

enum JSONRowState: UInt64 {
    case unseen = 0
    /// Seen, and as it was.
    case unchanged = 1
    case updated = 2
    case inserted = 3
}

struct JSONRowStates {
    private static let rowsPerWord: UInt64 = 32
    private var words: [UInt64: UInt64] = [:]
    /// The word used last, not yet in `words`: neighbouring rows come one after the other.
    private var cachedIndex = UInt64.max
    private var cachedWord: UInt64 = 0

    subscript(row: RowID) -> JSONRowState {
        mutating get {
            load(row.rawValue / Self.rowsPerWord)
            let bits = cachedWord &>> (row.rawValue % Self.rowsPerWord * 2) & 3
            return JSONRowState(rawValue: bits) ?? .unseen
        }
        set {
            load(row.rawValue / Self.rowsPerWord)
            let shift = row.rawValue % Self.rowsPerWord * 2
            cachedWord = cachedWord & ~(3 &<< shift) | newValue.rawValue &<< shift
        }
    }

    private mutating func load(_ index: UInt64) {
        guard index != cachedIndex else { return }
        if cachedIndex != UInt64.max { words[cachedIndex] = cachedWord }
        cachedIndex = index
        cachedWord = words[index] ?? 0
    }
}
