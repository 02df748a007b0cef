// The suite `faults`: the n-th system call fails, for every n, every script and every kind of failure.

#if os(Linux)
    import Foundation
    import QuireStorage
    import QuireTestSupport

    enum FaultSuite: Suite {
        static let name = "faults"
        static let summary = "every system call of every script fails in every way, once and from then on"

        static func run(_ request: SuiteRequest) throws -> SuiteResult {
            let directory = FileManager.default.temporaryDirectory.path + "/quire-torture-\(UUID().uuidString)"
            // Memory where there is some: nothing here depends on what a sync really does.
            let memory = "/dev/shm"
            let isInMemory = FileManager.default.isWritableFile(atPath: memory)
            let place = isInMemory ? memory + "/" + URL(fileURLWithPath: directory).lastPathComponent : directory
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: place) }
            var result = SuiteResult()
            for script in FaultScript.all where request.script.map({ $0 == script.name }) ?? true {
                let part = try run(script, in: place, request)
                result.add(part)
                result.note("\(script.name): \(part.faults) faults")
            }
            return result
        }

        private static func run(_ script: FaultScript, in place: String, _ request: SuiteRequest) throws -> SuiteResult
        {
            var result = SuiteResult()
            let path = place + "/store.quire"
            var planted: Data?
            var model = StoreModel()
            try? FileManager.default.removeItem(atPath: path)
            if script.isPlanted {
                let stage = FaultStage(path, model: model, isStored: false)
                FaultScript.plant(stage)
                guard stage.errors.isEmpty, let stored = stage.model else { throw TortureError("\(stage.errors)") }
                model = stored
                planted = try Data(contentsOf: URL(fileURLWithPath: path))
            }
            for kind in FaultKind.allCases {
                for isSticky in [false, true] {
                    var call = 0
                    while true {
                        let fault = Fault(script: script, kind: kind, isSticky: isSticky, call: call)
                        let isChosen = request.reproducer.map { $0 == fault.description } ?? true
                        if !isChosen {
                            call += 1
                            if call > 2_000 { break }
                            continue
                        }
                        try? FileManager.default.removeItem(atPath: path)
                        try planted?.write(to: URL(fileURLWithPath: path))
                        let (fired, problem) = fault.run(path, model)
                        result.faults += fired
                        if let problem {
                            result.failures.append("\(problem)\n    quire-torture faults --state '\(fault)'")
                        }
                        call += 1
                        if fired == 0 || request.reproducer != nil { break }
                    }
                }
            }
            return result
        }
    }

    /// One planned failure.
    struct Fault: CustomStringConvertible {
        let script: FaultScript
        let kind: FaultKind
        let isSticky: Bool
        let call: Int

        var description: String { "\(script.name)/\(kind)/\(isSticky ? "always" : "once")/\(call)" }

        /// Runs the script with the failure: how many calls failed, and what went wrong.
        func run(_ path: String, _ model: StoreModel) -> (fired: Int, problem: String?) {
            SystemCalls.arm(kind, at: -1, isSticky: false)
            let before = SystemCalls.open
            let stage = FaultStage(path, model: model, isStored: script.isPlanted)
            script.configure(&stage.options)
            SystemCalls.arm(kind, at: call, isSticky: isSticky)
            script.run(stage)
            SystemCalls.calm()
            let fired = SystemCalls.fired
            do {
                if let wrong = stage.errors.first(where: { !isExpected($0) }) {
                    return (fired, "\(wrong.code) is not what happened: \(wrong.message)")
                }
                if fired == 0, let wrong = stage.errors.first { return (fired, "nothing failed, but \(wrong.message)") }
                try stage.checkOpenStore()
                stage.close()
                let after = SystemCalls.open
                if after != before {
                    let (files, maps) = (after.descriptors - before.descriptors, after.maps - before.maps)
                    return (fired, "\(files) descriptors and \(maps) maps stayed open")
                }
                try stage.checkFile()
                // What an unfinished creation left.
                let folder = (path as NSString).deletingLastPathComponent
                let others = try FileManager.default.contentsOfDirectory(atPath: folder)
                let isRemovalFailing = kind == .inputOutput || kind == .readOnly
                if others.count > 1, !isRemovalFailing { return (fired, "files were left behind: \(others)") }
                for other in others where !path.hasSuffix(other) {
                    try FileManager.default.removeItem(atPath: folder + "/" + other)
                }
            } catch {
                return (fired, "\(error)")
            }
            return (fired, nil)
        }

        /// The error must speak of the failure, never of damage or of a file that is not there.
        private func isExpected(_ error: StorageError) -> Bool {
            let code = error.code
            // Whatever a signal interrupts goes on, but for a sync, which is never repeated.
            if kind == .interrupted { return error.message.contains("Could not sync ") }
            if [.commitFailed, .commitOutcomeUnknown].contains(code) { return true }
            switch kind {
            case .inputOutput, .nothingWritten, .noMemory, .tooManyFiles: return code == .fileAccess
            case .noSpace: return code == .diskFull
            case .readOnly: return code == .filePermissionDenied
            case .short, .interrupted: return false
            }
        }
    }
#endif
