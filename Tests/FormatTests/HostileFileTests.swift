// Files that are sound to every checksum and wrong inside: reading and writing them gives answers or errors, never a trap.

import QuireStorage
import QuireTestSupport
import XCTest

final class HostileFileTests: XCTestCase {
    override class func setUp() { LeftOutDefence.fromEnvironment() }

    /// QUIRE_HOSTILE_ROUNDS and QUIRE_HOSTILE_SEED repeat or extend a run.
    private func setting(_ name: String, _ standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    func testForgery_withoutAChange_isAWholeFile() throws {
        var forged = try ForgedFile(SampleFile.make(seed: 3, pageSize: 512))
        XCTAssertGreaterThan(forged.nodes.count, 50)
        for page in forged.nodes { try forged.set(page, 24, forged.bytes[page * 512 + 24]) }
        let database = try open(forged.bytes)
        XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [])
    }

    func testForgedBytes_giveAnswersOrErrors() throws {
        let problems = try overForgedFiles { forged, random in
            let nodes = forged.nodes
            for _ in 0..<1 + random.below(3) {
                let page = nodes[random.below(nodes.count)]
                // The header, where most of a node's meaning is, half of the time.
                let offset = random.below(2) == 0 ? 28 + random.below(52) : 28 + random.below(512 - 28)
                let value = [0, 0xFF, 0x7F, 0x80, UInt8(random.below(256)), forged.bytes[page * 512 + offset] ^ 1]
                try forged.set(page, offset, value[random.below(value.count)])
            }
        }
        XCTAssertGreaterThan(problems, 0, "a check that finds nothing wrong in any of them sees nothing")
    }

    /// Sound nodes in the places of others: of another kind, another tree or another level.
    func testForgedReferences_giveAnswersOrErrors() throws {
        let problems = try overForgedFiles { forged, random in
            let nodes = forged.nodes
            for _ in 0..<1 + random.below(2) {
                try forged.redirect(nodes[random.below(nodes.count)], to: nodes[random.below(nodes.count)])
            }
        }
        XCTAssertGreaterThan(problems, 0, "a check that finds nothing wrong in any of them sees nothing")
    }

    /// Opens, checks, reads and changes one file after another, each forged in its own way; tells in how many the check
    /// found something.
    private func overForgedFiles(_ forge: (inout ForgedFile, inout SeededGenerator) throws -> Void) throws -> Int {
        let original = try ForgedFile(SampleFile.make(seed: 3, pageSize: 512))
        let first = setting("QUIRE_HOSTILE_SEED", 1)
        var problems = 0
        var refusals = 0
        for seed in first..<first + setting("QUIRE_HOSTILE_ROUNDS", 60) {
            if ProcessInfo.processInfo.environment["QUIRE_HOSTILE_LOUD"] != nil {
                FileHandle.standardError.write(Data("seed \(seed)\n".utf8))
            }
            var random = SeededGenerator(seed: UInt64(seed))
            var forged = original
            try forge(&forged, &random)
            do {
                let database = try open(forged.bytes)
                problems += try FileCheck.run(database).problems.isEmpty ? 0 : 1
                _ = try? FileStatistics.read(database)
                try SampleFile.use(database, seed: UInt64(seed))
            } catch let error as StorageError {
                refusals += 1
                XCTAssertTrue([.damaged, .fail, .valueOutOfRange].contains(error.code), "seed \(seed): \(error)")
            }
        }
        print("\(problems) files with problems, \(refusals) that refused their use")
        return problems
    }

    private func open(_ bytes: [UInt8]) throws -> Database {
        let file = try MemoryFile(name: "hostile", bytes: bytes)
        return try Database.open(storage: file, Database.Options(), system: SimulatedSystem(seed: 1))
    }
}
