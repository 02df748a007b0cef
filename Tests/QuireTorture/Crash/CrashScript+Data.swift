// Scripts that change data in all the ways that touch other parts of a file.

import QuireStorage
import QuireTestSupport

extension CrashScript {
    static let create = CrashScript(name: "create") { stage in
        try stage.open()
        try stage.write { try $0.insert(.thing, key: .int(1)) }
        try stage.write { try $0.insert(.thing, key: .int(2)) }
    }

    static let reuse = CrashScript(name: "reuse", classes: [.note]) { stage in
        try plantNotes(stage)
        stage.startRecording()
        for round in 0..<32 {
            try stage.write { store in
                try store.set(.note, UInt64(round % 4 + 1), 2, .int(Int64(100 + round)))
                if round % 2 == 0 { try store.set(.note, 5, 3, .bool(round % 4 == 0)) }
            }
        }
    }

    static let savepoint = CrashScript(name: "savepoint") { stage in
        try plant(stage)
        stage.startRecording()
        for round in 0..<3 {
            try stage.write { store in
                try store.set(.thing, 1, 1, .link(RowID(UInt64(round % 3 + 1))))
                try store.savepoint(keeps: false) { store in
                    try store.delete(.person, 2)
                    try store.insert(.person, key: .text("undone \(round)"))
                }
                try store.savepoint(keeps: true) { store in
                    try store.insert(.log)
                    try store.savepoint(keeps: round == 1) { try $0.set(.person, 3, 1, .text("inner \(round)")) }
                }
            }
        }
    }

    static let listMiddle = CrashScript(name: "list-middle") { stage in
        try plant(stage)
        try stage.write { try $0.insert(.log, 1, 2, at: 5, (0..<150).map { .int(Int64($0)) }) }
        stage.startRecording()
        try stage.write { try $0.insert(.log, 1, 2, at: 70, [.int(-1), .int(-2)]) }
        try stage.write { try $0.remove(.log, 1, 2, 30..<60) }
        try stage.write { try $0.move(.log, 1, 2, from: 100, to: 3) }
        try stage.write { try $0.insert(.thing, 1, 2, at: 0, (1...4).map { .link(RowID($0)) }) }
        try stage.write { try $0.insert(.thing, 1, 2, at: 2, [.link(RowID(1)), .link(RowID(1))]) }
    }

    static let ghostArrival = CrashScript(name: "ghost-arrival") { stage in
        try plant(stage)
        stage.startRecording()
        try stage.write { store in
            let ghost = try store.await(.person, key: .text("late"))
            try store.set(.thing, 2, 1, .link(RowID(ghost)))
            try store.insert(.thing, 3, 2, at: 0, [.link(RowID(ghost)), .link(RowID(1)), .link(RowID(ghost))])
        }
        try stage.write { try $0.insert(.person, key: .text("late")) }
        try stage.write { store in
            let ghost = try store.await(.thing, key: .int(99))
            try store.insert(.thing, 1, 3, at: 0, [.link(RowID(ghost))])
        }
        // The last link to a ghost goes, and the ghost with it.
        try stage.write { try $0.delete(.thing, 1) }
    }

    static let overflowRun = CrashScript(name: "overflow-run") { stage in
        try plant(stage)
        stage.startRecording()
        try stage.write { try $0.set(.person, 1, 4, .data([UInt8](repeating: 7, count: 3_000))) }
        try stage.write { try $0.set(.person, 2, 4, .data((0..<2_100).map { UInt8(truncatingIfNeeded: $0) })) }
        try stage.write { try $0.set(.person, 1, 4, .data([UInt8](repeating: 8, count: 3_000))) }
        try stage.write { try $0.set(.person, 1, 4, .none) }
    }

    static let wideLeaf = CrashScript(name: "wide-leaf", classes: [.wide]) { stage in
        try stage.open()
        try stage.write { store in
            for index in 0..<5 {
                let row = try store.insert(.wide)
                try store.set(.wide, row, index, .text("a text of more than fifteen bytes, number \(index)"))
            }
        }
        stage.startRecording()
        for round in 0..<3 {
            try stage.write { store in
                try store.set(.wide, UInt64(round + 1), 45 + round, .int(Int64(round + 1)))
                try store.set(.wide, UInt64(round + 1), 20, .text("short \(round)"))
            }
        }
    }

    static let deletion = CrashScript(name: "deletion") { stage in
        try plant(stage, things: 24)
        stage.startRecording()
        try stage.write { store in for row in [3, 4, 9] { try store.delete(.thing, UInt64(row)) } }
        try stage.write { try $0.delete(.person, 1) }
        try stage.write { store in for row in store.rows(.thing) { try store.delete(.thing, row) } }
    }

    static let withAReader = CrashScript(name: "with-a-reader", classes: [.note]) { stage in
        try plantNotes(stage)
        try stage.openReader()
        stage.startRecording()
        for round in 0..<24 {
            try stage.write { store in
                try store.set(.note, 1, 2, .int(Int64(500 + round)))
                try store.set(.note, UInt64(round % 3 + 2), 1, .text("read \(round)"))
            }
            if round == 2 || round == 9 { try stage.openReader() }
            if round == 4 || round == 13 { stage.closeOldestReader() }
        }
    }

    /// Another one for each seed.
    static let random = CrashScript(name: "random") { stage in
        try plant(stage)
        stage.startRecording()
        for _ in 0..<8 {
            let count = 1 + stage.generator.below(5)
            try stage.write { store in for _ in 0..<count { try change(store, &stage.generator) } }
        }
    }

    private static func change(_ store: PairedStore, _ generator: inout SeededGenerator) throws {
        let person = store.rows(.person).randomElement(using: &generator)
        let thing = store.rows(.thing).randomElement(using: &generator)
        guard let person, let thing else {
            try store.insert(.person, key: .text("another \(generator.next())"))
            try store.insert(.thing, key: .int(Int64(generator.below(1 << 40))))
            return
        }
        let number = Int64(generator.below(1_000))
        switch generator.below(9) {
        case 0: try store.insert(.thing, key: .int(number + 1_000_000 * Int64(generator.below(1_000_000))))
        case 1: try store.set(.person, person, 2, .int(number))
        case 2: try store.set(.person, person, 1, number % 3 == 0 ? .none : .text("name \(number)"))
        case 3: try store.set(.thing, thing, 1, .link(RowID(person)))
        case 4:
            let count = store.model.visible(.thing, thing, 2).count
            let links = (0..<1 + generator.below(30)).map { _ in Value.link(RowID(person)) }
            try store.insert(.thing, thing, 2, at: generator.below(count + 1), links)
        case 5: try store.delete(.thing, thing)
        case 6:
            let bytes = [UInt8](repeating: UInt8(number & 255), count: generator.below(1_500))
            try store.set(.person, person, 4, .data(bytes))
        case 7:
            let ghost = try store.await(.person, key: .text("awaited \(number)"))
            try store.set(.thing, thing, 1, .link(RowID(ghost)))
        default: if store.rows(.person).count > 2 { try store.delete(.person, person) }
        }
    }

    // MARK: Space

    static let grow = CrashScript(name: "grow", classes: [.note]) { stage in
        try plantNotes(stage)
        stage.startRecording()
        // The reserve makes the file long once; from then on only large values lengthen it.
        try stage.write { try $0.set(.note, 1, 4, .data([UInt8](repeating: 3, count: 400_000))) }
        try stage.write { try $0.set(.note, 1, 2, .int(31)) }
        try stage.write { try $0.set(.note, 2, 4, .data([UInt8](repeating: 4, count: 300_000))) }
        try stage.write { try $0.set(.note, 1, 4, .none) }
    }

    static let growWithSlack = CrashScript(name: "grow-with-slack", classes: [.note], wantsSlack: true) { stage in
        try plantNotes(stage)
        stage.startRecording()
        try stage.write { try $0.set(.note, 1, 4, .data([UInt8](repeating: 3, count: 250_000))) }
        try stage.write { try $0.set(.note, 1, 2, .int(31)) }
    }

    static let evacuation = CrashScript(name: "evacuation") { stage in
        try plant(stage)
        try stage.write { store in
            for index in 0..<260 {
                let thing = try store.insert(.thing, key: .int(Int64(1_000 + index * 37 % 260)))
                try store.set(.thing, thing, 1, .link(RowID(UInt64(index % 4 + 1))))
                if index % 9 == 0 { try store.insert(.thing, thing, 2, at: 0, (1...4).map { .link(RowID($0)) }) }
            }
        }
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<40 where try !stage.willEvacuate() {
            try stage.write { store in
                for _ in 0..<3 {
                    let rows = store.rows(.thing)
                    try store.set(
                        .thing, rows[generator.below(rows.count)], 1, .link(RowID(UInt64(generator.below(4) + 1))))
                }
            }
        }
        guard try stage.willEvacuate() else { throw TortureError("the file never became worth evacuating") }
        stage.startRecording()
        for round in 0..<2 { try stage.write { try $0.set(.person, 1, 2, .int(Int64(40 + round))) } }
    }

    static let twoSyncs = CrashScript(
        name: "two-syncs",
        effort: CrashEffort(
            exhaustiveOperations: 4, samples: 20, tornSubsetOperations: 1, pickedOperations: 10, tearsPerWrite: 2),
        lyingEffort: CrashEffort(
            exhaustiveOperations: 0, exhaustiveSectors: 0, samples: 60, tornSubsetOperations: 0, pickedOperations: 10,
            tearsPerWrite: 2)
    ) { stage in
        try plant(stage)
        stage.startRecording()
        // More nodes than a manifest lists.
        try stage.write { try $0.insert(.log, 1, 2, at: 5, (0..<110_000).map { .int(Int64($0)) }) }
        try stage.write { try $0.set(.person, 1, 2, .int(31)) }
    }

    static let spill = CrashScript(
        name: "spill", classes: [.note], configure: { $0.spillByteCount = 2_048 }
    ) { stage in
        try plantNotes(stage)
        stage.startRecording()
        for round in 0..<12 {
            try stage.write { store in
                for index in 0..<4 {
                    let note = try store.insert(.note, key: .int(Int64(100 * round + index + 10)))
                    try store.set(.note, note, 4, .data([UInt8](repeating: UInt8(round), count: 600)))
                }
            }
        }
    }
}
