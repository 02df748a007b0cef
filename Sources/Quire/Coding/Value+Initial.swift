// Whether a value is what a new row holds anyway.

import QuireStorage

extension Value {
    /// What a new row reads in the column before anything is written: zero, "" or nil.
    func isInitial(optional: Bool) -> Bool {
        if optional { return self == .none }
        switch self {
        case .none: return true
        case .bool(let value): return !value
        case .int(let value): return value == 0
        // By bits: -0.0 is not what a new row holds.
        case .float(let value): return value.bitPattern == 0
        case .double(let value): return value.bitPattern == 0
        case .date(let value): return value.bitPattern == 0
        case .text(let value): return value.isEmpty
        case .data(let bytes): return bytes.isEmpty
        case .uuid(let first, let second): return first == 0 && second == 0
        case .link: return false
        }
    }
}
