// The statements that the table prints are the ones that are timed, and they are public Swift.

import Foundation
import QuireEngine
import Workloads
import XCTest

final class StatementTests: XCTestCase {
    func testStatements_areThereForWhateverOursRuns() throws {
        let workspace = try Workspace()
        defer { workspace.remove() }
        let data = StandardData(scale: 0.001)
        let engine = QuireEngine(data, workspace)
        var count = 0
        for workload in standardWorkloads where try engine.contender(for: workload.init(data)) != nil {
            XCTAssertFalse(try TimedStatements.text(of: workload.name).isEmpty, workload.name)
            count += 1
        }
        XCTAssertGreaterThanOrEqual(count, 16)
    }

    /// What is printed begins where the clock starts and ends where it stops: only the braces of the clock's call are around
    /// it, or a type of the library holds the clock.
    func testStatements_areAllThatTheClockSees() throws {
        let places = try TimedStatements.all()
        XCTAssertFalse(places.isEmpty)
        for place in places {
            let name = "\(place.file.lastPathComponent), \(place.workload)"
            if let clock = place.clock {
                XCTAssertTrue(try holdsClock(clock), "\(name): \(clock) has no clock")
            } else {
                let opening = place.opening.split(separator: " ").suffix(2)
                XCTAssertTrue(["timed {", "nanoseconds {"].contains(opening.joined(separator: " ")), name)
                XCTAssertTrue(place.closing.contains("}"), "\(name): something is timed that is not printed")
            }
        }
    }

    /// A file of the library declares the type and starts a clock.
    private func holdsClock(_ type: String) throws -> Bool {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/Workloads")
        let files = try XCTUnwrap(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            let declares = ["enum", "struct", "class"].contains { text.contains("\($0) \(type)") }
            if declares, ["nanoseconds {", "timed {", "Stopwatch."].contains(where: text.contains) { return true }
        }
        return false
    }

    func testStatements_nameNothingButThePublicInterface() throws {
        for place in try TimedStatements.all() {
            for line in place.lines {
                let underscored = line.firstMatch(of: /[.\s(\[]_[A-Za-z]|@_/)
                XCTAssertNil(underscored, "\(place.workload) uses more than the public interface: \(line)")
            }
        }
    }
}
