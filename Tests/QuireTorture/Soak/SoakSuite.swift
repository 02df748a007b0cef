// Hours of ordinary work: nothing may creep up.

import Foundation
import QuireStorage
import QuireTestSupport

/// Random transactions on a population that stays about as large as it is, with reopening, rollbacks and readers that hold old
/// versions for a while. The file, the memory and the open descriptors must stay where they are.
enum SoakSuite: Suite {
    static let name = "soak"
    static let summary = "random work for as long as asked; file, memory and descriptors must not creep up"

    static func run(_ request: SuiteRequest) throws -> SuiteResult {
        var result = SuiteResult()
        let directory = try TortureDirectory()
        defer { directory.remove() }
        let path = directory.path("soak.quire")
        var dice = SeededGenerator(seed: request.seed)
        var population = Population()
        let end = Date().addingTimeInterval(request.seconds ?? 20)
        var first: Footprint?
        var round = 0
        while Date() < end, result.failures.isEmpty {
            round += 1
            do {
                try work(path, &population, &dice)
            } catch {
                result.failures.append("round \(round): \(error) (--seed \(request.seed))")
                break
            }
            let now = Footprint(path)
            // The first rounds fill caches and the file.
            if round == 5 { first = now }
            guard let first else { continue }
            if let creeping = now.creeping(from: first, liveByteCount: population.liveByteCount) {
                result.failures.append("round \(round): \(creeping) (--seed \(request.seed))")
            }
        }
        let now = Footprint(path)
        result.note(
            "\(round) openings, \(population.transactions) transactions, \(population.rows.count) rows; "
                + "file \(now.fileByteCount), memory \(now.residentByteCount) bytes, \(now.descriptors) descriptors")
        return result
    }

    /// One opening: some hundred transactions beside a reader, then a whole check.
    private static func work(
        _ path: String, _ population: inout Population, _ dice: inout SeededGenerator
    ) throws {
        let database = try Database.open(.file(path: path), Database.Options())
        let session = try Session(database: database)
        let table = try population.adopt(session)
        var reader: Session?
        for step in 0..<200 {
            if step % 50 == 0 {
                reader = try Session(database: database)
                try reader?.pin()
            }
            session.durability = dice.below(4) == 0 ? .durable : .relaxed
            try population.change(session, table, &dice)
        }
        reader = nil
        try population.compare(table)
        let problems = try FileCheck.run(database).problems
        guard problems.isEmpty else { throw TortureError(problems[0].message) }
    }
}

/// What must not grow.
private struct Footprint {
    let fileByteCount: Int
    let residentByteCount: Int
    let descriptors: Int

    init(_ path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        fileByteCount = (attributes?[.size] as? NSNumber)?.intValue ?? 0
        // Where the system does not tell, nothing creeps.
        descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
        let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let fields = status.split(separator: " ")
        residentByteCount = fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
    }

    /// What is too much, in a sentence.
    func creeping(from first: Footprint, liveByteCount: Int) -> String? {
        if descriptors > first.descriptors + 2 { return "\(descriptors) descriptors, \(first.descriptors) at first" }
        if residentByteCount > 2 * first.residentByteCount + 64 << 20 {
            return "\(residentByteCount) bytes of memory, \(first.residentByteCount) at first"
        }
        if fileByteCount > 3 * liveByteCount + 4 << 20 {
            return "a file of \(fileByteCount) for \(liveByteCount) live bytes"
        }
        return nil
    }
}
