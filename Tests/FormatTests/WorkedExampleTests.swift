// The worked example of the specification, held against what the code writes.

import QuireStorage
import QuireTestSupport
import XCTest

final class WorkedExampleTests: XCTestCase {
    /// The lines of the specification's dump, without what explains them.
    private func dumpInSpecification() throws -> [String] {
        var lines: [String] = []
        var isInDump = false
        for line in try Repository.lines(SpecificationTables.path) {
            if line.hasPrefix("```") {
                isInDump = line == "```hex"
            } else if isInDump {
                lines.append(String(line.prefix(8 + 2 + 47)))
            }
        }
        return lines
    }

    func testExample_hasExactlyTheBytesOfTheSpecification() throws {
        let expected = try dumpInSpecification()
        let actual = WorkedExample.dump(try WorkedExample.make())
        XCTAssertFalse(expected.isEmpty)
        XCTAssertEqual(actual, expected, "The file is now:\n" + actual.joined(separator: "\n"))
    }

    func testExample_openedAgain_passesTheCheck() throws {
        let file = try MemoryFile(name: "again", bytes: WorkedExample.make())
        let database = try Database.open(storage: file, Database.Options(), system: SimulatedSystem(seed: 2))
        let report = try FileCheck.run(database)
        XCTAssertEqual(report.problems.map(\.message), [])
        XCTAssertEqual(report.objectCount, 1)
    }
}
