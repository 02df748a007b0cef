// A run of random operations against a model: carried out, and, if it fails, made as short as it still fails.

import QuireStorage

/// Carries out steps on a store in memory, and compares it with its model after every commit, after every fifty steps and
/// at the end.
package struct ModelRun: Sendable {
    /// A deliberate mistake, to see that it is found and that the run becomes short.
    package enum Defect: String, Sendable {
        /// The model says that no list has more than four elements.
        case shortLists
        /// The model keeps what a savepoint undid.
        case savepointsKept
    }

    package var pageSize: Int
    package var spillByteCount: Int
    package var defect: Defect?

    package init(pageSize: Int = 512, spillByteCount: Int = 64 << 20, defect: Defect? = nil) {
        self.pageSize = pageSize
        self.spillByteCount = spillByteCount
        self.defect = defect
    }

    /// Where a run fails, and why.
    package struct Failure: Error, CustomStringConvertible {
        /// Steps that were begun.
        package let stepCount: Int
        package let description: String
    }

    private static let stepsBetweenLooks = 50

    /// Throws a `Failure` where store and model differ, or the store throws.
    package func replay(_ steps: [RandomStep]) throws { if let failure = failure(steps) { throw failure } }

    package func failure(_ steps: [RandomStep]) -> Failure? {
        var count = 0
        do {
            let memory = MemoryFile(name: "model run")
            weak var database: Database?
            let store = try RandomStore(seed: 0) {
                if let database { return database }
                var options = Database.Options()
                options.pageSize = pageSize
                options.spillByteCount = spillByteCount
                let opened = try Database.open(storage: memory, options, system: SimulatedSystem(seed: 1))
                database = opened
                return opened
            }
            store.keepsUndone = defect == .savepointsKept
            store.onCommit = { database, model in try compare(Session(database: database), model, isStored: true) }
            for step in steps {
                count += 1
                try store.perform(step)
                if count % Self.stepsBetweenLooks == 0 { try compare(store.session, store.model, isStored: false) }
            }
            try store.finish()
        } catch {
            return Failure(stepCount: count, description: "\(error)")
        }
        return nil
    }

    private func compare(_ session: Session, _ model: StoreModel, isStored: Bool) throws {
        var model = model
        if defect == .shortLists { model.shortenLists(to: 4) }
        try session.pin()
        if let difference = try model.differences(session).first { throw RandomStore.Disagreement(difference) }
        guard isStored, let problem = try FileCheck.run(session.database).problems.first else { return }
        throw RandomStore.Disagreement(problem.message)
    }
}

// MARK: Shrinking

extension ModelRun {
    /// Of steps that fail, as few as still fail: parts are left out as long as that helps, large ones first (Zeller and
    /// Hildebrandt, "Simplifying and isolating failure-inducing input", 2002). nil if they do not fail.
    package func shrink(_ steps: [RandomStep], tries: Int = 3_000) -> (steps: [RandomStep], failure: Failure)? {
        guard var failure = failure(steps) else { return nil }
        var best = Array(steps.prefix(failure.stepCount))
        var triesLeft = tries
        var length = max(best.count / 2, 1)
        while triesLeft > 0 {
            var isShorter = false
            var start = 0
            while start < best.count, triesLeft > 0 {
                let less = Array(best[..<start] + best[min(start + length, best.count)...])
                triesLeft -= 1
                if let found = self.failure(less) {
                    best = Array(less.prefix(found.stepCount))
                    failure = found
                    isShorter = true
                } else {
                    start += length
                }
            }
            if length == 1, !isShorter { break }
            length = max(isShorter ? min(length, best.count / 2) : length / 2, 1)
        }
        return (best, failure)
    }

    /// The lines of a test that repeats the steps.
    package func source(_ steps: [RandomStep]) -> String {
        var arguments = ["pageSize: \(pageSize)", "spillByteCount: \(spillByteCount)"]
        if let defect { arguments.append("defect: .\(defect.rawValue)") }
        var lines = ["        try ModelRun(\(arguments.joined(separator: ", "))).replay(["]
        lines += steps.map { "            RandomStep(.\($0.kind.rawValue), \($0.seed))," }
        return (lines + ["        ])"]).joined(separator: "\n")
    }

    /// A whole test, to paste into a test class.
    package func test(_ name: String, _ steps: [RandomStep], _ failure: Failure) -> String {
        """
            /// \(failure.description.split(separator: "\n").first ?? "")
            func test\(name)() throws {
        \(source(steps))
            }
        """
    }
}

extension StoreModel {
    fileprivate mutating func shortenLists(to length: Int) {
        for (name, rows) in entries {
            for (row, entry) in rows {
                for (column, list) in entry.lists where list.count > length {
                    entries[name]?[row]?.lists[column] = Array(list.prefix(length))
                }
            }
        }
    }
}
