// Files that are sound to every checksum and wrong inside, copied, compacted and salvaged: never a trap, never without end, and
// what a salvage gives is a whole file.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class HostileCopyTests: XCTestCase {
    /// QUIRE_HOSTILE_ROUNDS and QUIRE_HOSTILE_SEED repeat or extend a run.
    private func setting(_ name: String, _ standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    private func forEachForgery(_ body: (ForgedFile, inout SeededGenerator, String) throws -> Void) throws {
        let original = try ForgedFile(SampleFile.make(seed: 3, pageSize: 512))
        let first = setting("QUIRE_HOSTILE_SEED", 1)
        for seed in first..<first + setting("QUIRE_HOSTILE_ROUNDS", 60) {
            var random = SeededGenerator(seed: UInt64(seed))
            var forged = original
            let nodes = forged.nodes
            for _ in 0..<1 + random.below(4) {
                let page = nodes[random.below(nodes.count)]
                let offset = random.below(2) == 0 ? 28 + random.below(52) : 28 + random.below(512 - 28)
                let value = [0, 0xFF, 0x7F, 0x80, UInt8(random.below(256)), forged.bytes[page * 512 + offset] ^ 1]
                if ProcessInfo.processInfo.environment["QUIRE_HOSTILE_LOUD"] != nil {
                    FileHandle.standardError.write(Data("seed \(seed): page \(page), offset \(offset)\n".utf8))
                }
                try forged.set(page, offset, value[random.below(value.count)])
            }
            try body(forged, &random, "seed \(seed)")
        }
    }

    func testCopy_ofForgedBytes_isMadeOrRefused() throws {
        var refusals = 0
        try forEachForgery { forged, _, name in
            let file = try MemoryFile(name: name, bytes: forged.bytes)
            do {
                let opening = try FileOpening(file, Database.Options(), bootID: .unknown)
                let source = try CopySource(
                    file, pageSize: 512, seed: opening.header.seed, readsByCopying: false, roots: opening.slot.roots,
                    pageCount: opening.slot.pageCount)
                let copy = MemoryFile(name: "copy")
                try FileCopy.write(source, to: copy, system: SimulatedSystem(seed: 1))
                let database = try Database.open(storage: copy, Database.Options(), system: SimulatedSystem(seed: 1))
                // Checksums, references and the free bitmap are right, whatever the rows say.
                try database.verify(findsLeaks: true)
                _ = try FileCheck.run(database)
                // At most what it was made of, and the usual reserve.
                XCTAssertLessThan(try copy.byteCount(), 2 * forged.bytes.count + 200_000, name)
            } catch let error as StorageError {
                refusals += 1
                XCTAssertTrue([.damaged, .fail].contains(error.code), "\(name): \(error)")
            }
        }
        print("\(refusals) refused")
        XCTAssertGreaterThan(refusals, 0)
    }

    func testSalvage_ofForgedBytes_isAWholeFile() throws {
        var losses = 0
        try forEachForgery { forged, random, name in
            var bytes = forged.bytes
            // Now and then what leads to the nodes is damaged, too, so that the scan decides.
            if random.below(2) == 0 {
                for page in forged.nodes where bytes[page * 512 + NodeHeader.tree] <= 3 || random.below(30) == 0 {
                    if random.below(3) == 0 { bytes[page * 512 + 64] ^= 1 }
                }
            }
            let source = try SalvageSource(MemoryFile(name: name, bytes: bytes), bootID: .unknown)
            let salvaged = MemoryFile(name: "salvaged")
            var options = Database.Options()
            options.pageSize = 512
            let database = try Database.open(storage: salvaged, options, system: SimulatedSystem(seed: 1))
            do {
                let report = try Salvage.run(source, into: database)
                if !report.isWhole { losses += 1 }
                XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [], name)
            } catch let error as StorageError {
                XCTFail("\(name): \(error)")
            }
        }
        print("\(losses) with losses")
        XCTAssertGreaterThan(losses, 0)
    }
}
