// The same operations with the same seed give the same bytes.

import QuireStorage
import QuireTestSupport
import XCTest

final class DeterminismTests: XCTestCase {
    override class func setUp() { LeftOutDefence.fromEnvironment() }

    func testFiles_madeBySameOperationsAndSeed_haveTheSameBytes() throws {
        for pageSize in [512, 4096] {
            let first = try SampleFile.make(seed: 7, pageSize: pageSize)
            // Memory that was used before must not show through.
            let other = try SampleFile.make(seed: 8, pageSize: pageSize)
            let second = try SampleFile.make(seed: 7, pageSize: pageSize)
            XCTAssertEqual(first.count, second.count)
            let difference = zip(first, second).enumerated().first { $1.0 != $1.1 }?.offset
            XCTAssertNil(difference, "bytes differ, pages of \(pageSize) bytes")
            XCTAssertNotEqual(first, other)
        }
    }

    func testFile_afterRandomOperations_isWhole() throws {
        let file = try MemoryFile(name: "again", bytes: SampleFile.make(seed: 7, pageSize: 512))
        let database = try Database.open(storage: file, Database.Options(), system: SimulatedSystem(seed: 1))
        let report = try FileCheck.run(database)
        XCTAssertEqual(report.problems.map(\.message), [])
        XCTAssertGreaterThan(report.objectCount, 20)
        XCTAssertGreaterThan(report.pageCount, 100)
    }

    /// In one of their transactions nodes are evacuated, so that all roots are stored a second time. A class without a
    /// key has no ghosts, and the directory no entry for a tree that it lacks.
    func testFiles_withEvacuatedNodes_haveNoEntryForATreeThatAClassLacks() throws {
        for (seed, pageSize) in [(40_005, 4096), (40_014, 1024), (40_024, 512)] {
            let bytes = try SampleFile.make(seed: UInt64(seed), pageSize: pageSize)
            let database = try EngineDump.open(bytes)
            XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [], "seed \(seed)")
        }
    }
}
