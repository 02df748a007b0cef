// The statements that the table prints are the ones that are timed.

import Foundation
import Workloads
import XCTest

final class StatementTests: XCTestCase {
    func testStatement_ofEachWorkload_standsInItsSourceOutsideTheLiteral() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Workloads")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let sources = try files.filter { $0.pathExtension == "swift" }.map {
            try String(contentsOf: $0, encoding: .utf8)
        }
        XCTAssertFalse(sources.isEmpty)
        let words = sources.map { squeezed($0) }
        for workload in allWorkloads {
            for line in lines(workload.statement) {
                let occurrences = words.map { $0.components(separatedBy: line).count - 1 }.reduce(0, +)
                XCTAssertGreaterThanOrEqual(occurrences, 2, "\(workload.name) does not time: \(line)")
            }
            XCTAssertFalse(
                workload.statement.contains("._"), "\(workload.name) uses more than the public interface")
        }
    }

    private func lines(_ statement: String) -> [String] {
        statement.split(separator: "\n").map { squeezed(String($0)) }
    }

    /// Runs of white space as one blank.
    private func squeezed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
