// What the fault suite does to a store, by name.

#if os(Linux)
    import QuireStorage
    import QuireTestSupport

    struct FaultScript: Sendable {
        let name: String
        /// False begins without a file.
        var isPlanted = true
        var configure: @Sendable (inout Database.Options) -> Void = { _ in }
        let run: @Sendable (FaultStage) -> Void

        static let all: [FaultScript] = [
            FaultScript(name: "create", isPlanted: false) { stage in
                stage.open()
                stage.write { try $0.insert(.thing, key: .int(1)) }
            },
            FaultScript(name: "insert") { stage in
                stage.open()
                stage.write { store in
                    for index in 0..<5 { try store.insert(.thing, key: .int(Int64(100 + index))) }
                }
            },
            FaultScript(name: "index") { stage in
                stage.open()
                stage.write { store in
                    for row in store.rows(.person) { try store.set(.person, row, 1, .text("indexed \(row)")) }
                }
            },
            FaultScript(name: "links") { stage in
                stage.open()
                stage.write { store in
                    let ghost = try store.await(.person, key: .text("late"))
                    try store.set(.thing, 1, 1, .link(RowID(ghost)))
                    try store.insert(.thing, 2, 2, at: 0, (1...3).map { .link(RowID($0)) })
                }
                stage.write { try $0.insert(.person, key: .text("late")) }
            },
            FaultScript(name: "list-middle") { stage in
                stage.open()
                stage.write { try $0.insert(.log, 1, 2, at: 60, [.int(-1), .int(-2)]) }
                stage.write { try $0.remove(.log, 1, 2, 30..<50) }
            },
            FaultScript(name: "delete") { stage in
                stage.open()
                stage.write { store in
                    try store.delete(.person, 1)
                    try store.delete(.thing, 2)
                }
            },
            FaultScript(name: "long-value") { stage in
                stage.open()
                stage.write { try $0.set(.person, 1, 4, .data([UInt8](repeating: 5, count: 20_000))) }
                stage.write { try $0.set(.person, 1, 4, .none) }
            },
            FaultScript(name: "value-ahead") { stage in
                stage.open()
                // Written before the commit, which then syncs twice.
                stage.write { try $0.set(.person, 1, 4, .data([UInt8](repeating: 6, count: 1_100_000))) }
            },
            FaultScript(name: "spill", configure: { $0.spillByteCount = 2_048 }) { stage in
                stage.open()
                stage.write { store in
                    for index in 0..<12 { try store.insert(.person, key: .text("spilt \(index)")) }
                }
            },
            FaultScript(name: "rollback") { stage in
                stage.open()
                stage.write(isRolledBack: true) { try $0.delete(.person, 1) }
                stage.write { store in
                    try store.savepoint(keeps: false) { try $0.delete(.thing, 1) }
                    try store.set(.person, 1, 2, .int(1))
                }
            },
            FaultScript(name: "reader-and-writer") { stage in
                stage.open()
                stage.openReader()
                for round in 0..<4 { stage.write { try $0.set(.person, 1, 2, .int(Int64(round))) } }
            },
            FaultScript(name: "reopen") { stage in
                for round in 0..<3 {
                    stage.open()
                    stage.write { try $0.set(.person, 2, 2, .int(Int64(70 + round))) }
                    stage.close()
                }
            },
            FaultScript(name: "copying", configure: { $0.readsByCopying = true }) { stage in
                stage.open()
                stage.write { try $0.set(.person, 3, 1, .text("read by copying")) }
            },
        ]

        /// What planted scripts find.
        static func plant(_ stage: FaultStage) {
            stage.open()
            stage.write { store in
                for index in 0..<5 {
                    let person = try store.insert(.person, key: .text("person \(index)"))
                    try store.set(.person, person, 2, .int(Int64(20 + index)))
                }
                for index in 0..<8 {
                    let thing = try store.insert(.thing, key: .int(Int64(index)))
                    try store.set(.thing, thing, 1, .link(RowID(UInt64(index % 5 + 1))))
                }
                let log = try store.insert(.log)
                try store.insert(.log, log, 2, at: 0, (0..<120).map { .int(Int64($0)) })
            }
            stage.close()
        }
    }
#endif
