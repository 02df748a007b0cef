// What the crash suite does to a store, by name.

import QuireStorage
import QuireTestSupport

/// One sequence of transactions. It says itself from where on a crash may come.
struct CrashScript: Sendable {
    let name: String
    var classes = StoreModel.Class.usual
    var wantsSlack = false
    var effort = CrashEffort()
    /// For disks that lie about every sync.
    var lyingEffort = CrashEffort.lying
    var configure: @Sendable (inout Database.Options) -> Void = { _ in }
    /// What becomes of the recorded run before crashes are tried.
    var revise: @Sendable (CrashLog) throws -> CrashLog = { $0 }
    let run: @Sendable (CrashStage) throws -> Void

    /// In the order in which they run: the smallest first.
    static let all: [CrashScript] = [
        create, reuse, savepoint, listMiddle, ghostArrival, overflowRun, wideLeaf, deletion, withAReader, failedSync,
        recommit, relaxed, ordered, compaction, repetition, newerVersion, random, spill, grow, growWithSlack,
        evacuation, twoSyncs,
    ]

    func record(seed: UInt64, flaws: Flaws = []) throws -> CrashLog {
        let stage = try CrashStage(classes, seed: seed, wantsSlack: wantsSlack) { options in
            configure(&options)
            options.flaws = flaws
        }
        try run(stage)
        return try revise(try stage.finish())
    }

    /// A store with a few objects of one small class.
    static func plantNotes(_ stage: CrashStage) throws {
        try stage.open()
        try stage.write { store in
            for index in 0..<6 {
                let note = try store.insert(.note, key: .int(Int64(index)))
                try store.set(.note, note, 1, .text("Title \(index % 2)"))
            }
        }
    }

    /// A store with a few objects of each class.
    static func plant(_ stage: CrashStage, things: Int = 6) throws {
        try stage.open()
        try stage.write { store in
            for index in 0..<4 {
                let person = try store.insert(.person, key: .text("person \(index)"))
                try store.set(.person, person, 2, .int(Int64(20 + index)))
                try store.set(.person, person, 1, .text("Name \(index % 2)"))
            }
            for index in 0..<things {
                let thing = try store.insert(.thing, key: .int(Int64(index)))
                try store.set(.thing, thing, 1, .link(RowID(UInt64(index % 4 + 1))))
            }
            let log = try store.insert(.log)
            try store.insert(.log, log, 2, at: 0, (0..<5).map { .int(Int64($0)) })
        }
    }
}
