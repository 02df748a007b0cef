// One crash state again, as an earlier run printed it.

import QuireStorage
import QuireTestSupport

/// Written as `script/12:+,-,c512/3:+`: the script, then the crash in its run, then the one in the run that went on from
/// there; `~` behind the script's name stands for a disk that lied about every sync.
struct CrashReproducer {
    private let script: CrashScript
    private let isLying: Bool
    private let path: [CrashChoice]

    init(_ text: String) throws {
        let parts = text.split(separator: "/")
        let isLying = parts.first?.hasSuffix("~") ?? false
        let name = parts.first.map { String(isLying ? $0.dropLast() : $0) } ?? ""
        guard let script = CrashScript.all.first(where: { $0.name == name }) else {
            throw TortureError("there is no script \(name)")
        }
        self.script = script
        self.isLying = isLying
        path = try parts.dropFirst().map { part in
            guard let choice = CrashChoice(part) else { throw TortureError("\(part) is no crash state") }
            return choice
        }
        guard !path.isEmpty else { throw TortureError("\(text) names no crash state") }
    }

    func run(_ request: SuiteRequest) throws -> SuiteResult {
        var result = SuiteResult()
        var log = try script.record(seed: request.seed, flaws: request.flaws)
        for (depth, choice) in path.enumerated() {
            let image = try CrashImage(log: log)
            let walker = CrashWalker(
                script: script.name, ledger: CrashLedger(stopsAtFirst: false), isLying: isLying, seed: request.seed)
            try image.move(to: min(choice.operationCount, log.operations.count), of: log, isLying: isLying)
            let hash = try image.show(choice.arrivals)
            let outcome = StateCheck(classes: log.classes, options: log.options)(image.file, looksTwice: true)
            result.states += 1
            result.note("\(choice): \(outcome)")
            for line in Self.heads(image.bytes) + Self.operations(log) { result.note(line) }
            if let problem = walker.judge(outcome, log.moment(after: choice.operationCount), log) {
                result.failures.append(problem)
                break
            }
            // The last state of a path may open well and yet not be fit to go on from.
            guard case .content = outcome, !isLying else { break }
            do {
                log = try Continuation.record(image.bytes, log, depth: depth + 1, hash: hash)
            } catch {
                result.failures.append("going on from here: \(error)")
                break
            }
        }
        return result
    }

    /// What was asked of the file, in order.
    private static func operations(_ log: CrashLog) -> [String] {
        log.operations.enumerated().map { index, operation in
            switch operation {
            case .write(let offset, let bytes): "  \(index): write \(bytes.count) bytes at \(offset)"
            case .truncate(let count): "  \(index): length \(count)"
            case .sync(let kind): "  \(index): sync of \(kind)"
            case .failedSync: "  \(index): sync that failed"
            }
        }
    }

    /// What the slot blocks of a file say, whole or not.
    private static func heads(_ bytes: [UInt8]) -> [String] {
        let number = { (start: Int) in
            (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
        }
        guard bytes.count >= FileLayout.headByteCount else { return [] }
        return (0..<FileLayout.slotCount).map { block in
            let start = (block + 1) * FileLayout.blockByteCount
            let values = [
                ("slot", Slot.Offset.transaction), ("anchor", Slot.Offset.anchor), ("pages", Slot.Offset.pageCount),
                ("boot", Slot.Offset.bootID), ("runs and nodes", Slot.Offset.manifestRunCount),
                ("record", PublishRecord.offset),
            ]
            let text = values.map { "\($0.0) \(String(number(start + $0.1), radix: 16))" }.joined(separator: ", ")
            return "  block \(block): \(text)"
        }
    }
}
