// A recorded run: everything that was asked of the file, and what may be found in it after each of these operations.

import QuireStorage
import QuireTestSupport

/// One run from `base` on.
struct CrashLog: Sendable {
    /// The content under the number of one transaction.
    struct Transaction: Hashable, Sendable {
        var id: TransactionID
        var digest: ContentDigest
    }

    /// What a crash may leave once a number of operations was issued.
    struct Moment: Sendable {
        var operationCount: Int
        var allowed: [ContentDigest]
        /// With which errors the file may be refused: before the first acknowledged commit there may be no database yet.
        var refusals: [StorageError.Code] = []
    }

    var base: [UInt8]
    var operations: [RecordingFile.Operation] = []
    /// Ascending by operation count.
    var moments: [Moment] = []
    /// What each transaction left or would have left.
    var history: Set<Transaction> = []
    /// Some transactions were acknowledged without a sync: a power cut undoes them, so it cannot be followed by an opening
    /// in the same run of the machine.
    var hasRelaxed = false
    /// Nobody can see the file before this many operations: it has another name until then.
    var firstPoint = 0
    var classes: [StoreModel.Class]
    var options: Database.Options

    /// What holds after the first `count` operations.
    func moment(after count: Int) -> Moment {
        momentIndex(after: count).map { moments[$0] } ?? Moment(operationCount: 0, allowed: [])
    }

    /// How long the file can be in any state.
    var largestByteCount: Int {
        var (length, largest) = (base.count, base.count)
        for operation in operations {
            switch operation {
            case .write(let offset, let bytes): length = max(length, offset + bytes.count)
            case .truncate(let byteCount): length = byteCount
            case .sync, .failedSync: break
            }
            largest = max(largest, length)
        }
        return largest
    }

    // MARK: Crash points

    /// The points at which a crash leaves states that no other point has: where what was pending becomes durable, where
    /// the allowed contents change, and the end. The states of any other point are those of the next one here with the
    /// last operations lost.
    var crashPoints: [Int] {
        var points: Set<Int> = [operations.count]
        for (index, operation) in operations.enumerated() {
            switch operation {
            case .sync: points.formUnion([index, index + 1])
            default: break
            }
        }
        // A moment holds from its count on; just before it the one before holds.
        for moment in moments where moment.operationCount > 0 {
            points.formUnion([moment.operationCount - 1, min(moment.operationCount, operations.count)])
        }
        let sorted = points.filter { $0 >= firstPoint }.union([min(firstPoint, operations.count)]).sorted()
        // Where neither a sync nor another moment lies between two points, the later one has all states of the earlier.
        return zip(sorted, sorted.dropFirst() + [operations.count]).filter { point, next in
            point == operations.count || hasSync(point..<next) || momentIndex(after: point) != momentIndex(after: next)
        }.map(\.0)
    }

    private func hasSync(_ range: Range<Int>) -> Bool {
        operations[range].contains { operation in
            switch operation {
            case .sync, .failedSync: true
            case .write, .truncate: false
            }
        }
    }

    private func momentIndex(after count: Int) -> Int? { moments.lastIndex { $0.operationCount <= count } }

    /// Of the first `count` operations, which one no sync covered. A sync of the data alone says nothing about the
    /// length, and a failed one covers nothing, nor does a later one cover what a failed one lost.
    func isUncertain(after count: Int, isLying: Bool) -> [Bool] {
        var result = operations[..<count].map { operation in
            switch operation {
            case .write, .truncate: true
            case .sync, .failedSync: false
            }
        }
        guard !isLying else { return result }
        var start = 0
        for (index, operation) in operations[..<count].enumerated() {
            switch operation {
            case .failedSync: start = index + 1
            case .sync(let kind):
                for covered in start..<index {
                    if case .truncate = operations[covered], kind != .full { continue }
                    result[covered] = false
                }
                if kind == .full {
                    // Lengths that earlier syncs of the data left open; a failed sync's stay so.
                    for covered in 0..<index where !isLost(covered, before: index) {
                        if case .truncate = operations[covered] { result[covered] = false }
                    }
                }
                start = index + 1
            default: break
            }
        }
        return result
    }

    /// True if the sync that should have covered the operation failed.
    private func isLost(_ index: Int, before end: Int) -> Bool {
        for operation in operations[index..<end] {
            switch operation {
            case .sync: return false
            case .failedSync: return true
            default: continue
            }
        }
        return false
    }
}
