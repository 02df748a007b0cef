// What a power failure may leave of a file: everything up to the last sync, and any part of what came after it.

/// Replays recorded operations onto the bytes from which they started.
package struct CrashImages {
    private let base: [UInt8]
    private let operations: [RecordingFile.Operation]

    package init(base: [UInt8], operations: [RecordingFile.Operation]) {
        self.base = base
        self.operations = operations
    }

    /// How a pending write may arrive.
    private enum Tear: CaseIterable {
        case firstSectorOnly, firstHalfOnly, firstSectorMissing, lastSectorMissing, garbage
    }

    private static func apply(_ operation: RecordingFile.Operation, _ tear: Tear?, to bytes: inout [UInt8]) {
        switch operation {
        case .sync, .failedSync: break
        case .truncate(let count):
            if count < bytes.count {
                bytes.removeSubrange(count...)
            } else {
                bytes.append(contentsOf: [UInt8](repeating: 0, count: count - bytes.count))
            }
        case .write(let offset, let content):
            let sector = 512
            var range = 0..<content.count
            switch tear {
            case nil, .garbage: break
            case .firstSectorOnly: range = 0..<min(sector, content.count)
            case .firstHalfOnly: range = 0..<content.count / 2 / sector * sector
            case .firstSectorMissing: range = min(sector, content.count)..<content.count
            case .lastSectorMissing: range = 0..<max(0, content.count - 1) / sector * sector
            }
            let end = offset + content.count
            if bytes.count < end { bytes.append(contentsOf: [UInt8](repeating: 0, count: end - bytes.count)) }
            if tear == .garbage {
                bytes.replaceSubrange(offset..<end, with: [UInt8](repeating: 0xA5, count: content.count))
            } else {
                bytes.replaceSubrange(offset + range.lowerBound..<offset + range.upperBound, with: content[range])
            }
        }
    }

    /// The bytes once all operations have arrived.
    package var complete: [UInt8] {
        var bytes = base
        for operation in operations { Self.apply(operation, nil, to: &bytes) }
        return bytes
    }

    /// Calls `body` with each state that a failure after the first `count` operations may leave: every subset of the
    /// pending ones (the last 8), and with one write torn: each subset of up to 4, of more the whole and the torn one
    /// alone. The text tells how to make the state again.
    package func forEach(after count: Int, _ body: ([UInt8], String) throws -> Void) rethrows {
        let issued = operations[..<count]
        let lastSync = issued.lastIndex { if case .sync = $0 { true } else { false } }
        let pending = Array(issued[(lastSync.map { $0 + 1 } ?? 0)...].suffix(8))
        var durable = base
        for operation in issued.dropLast(pending.count) { Self.apply(operation, nil, to: &durable) }
        for subset in 0..<(1 << pending.count) {
            var bytes = durable
            for (index, operation) in pending.enumerated() where subset & (1 << index) != 0 {
                Self.apply(operation, nil, to: &bytes)
            }
            try body(bytes, "after \(count), subset \(subset)")
        }
        for torn in pending.indices {
            guard case .write = pending[torn] else { continue }
            for tear in Tear.allCases {
                let all = (1 << pending.count) - 1
                let subsets = pending.count <= 4 ? Array(0...all).filter { $0 & (1 << torn) != 0 } : [all, 1 << torn]
                for subset in subsets {
                    var bytes = durable
                    for (index, operation) in pending.enumerated() where subset & (1 << index) != 0 {
                        Self.apply(operation, index == torn ? tear : nil, to: &bytes)
                    }
                    try body(bytes, "after \(count), subset \(subset), write \(torn) torn: \(tear)")
                }
            }
        }
    }
}
