// What the harness writes.

import Foundation
import Report
import Workloads
import XCTest

#if canImport(FoundationXML)
    import FoundationXML
#endif

final class ReportTests: XCTestCase {
    private func folder() throws -> Workspace {
        let workspace = try Workspace()
        addTeardownBlock { workspace.remove() }
        return workspace
    }

    func testRecords_haveTheKeysThatOthersRead() throws {
        let workspace = try folder()
        let data = StandardData(scale: 0.0001)
        let results = try Comparison(data, [DiskFloor(workspace)], runs: 2).run(Commit.self)
        let file = workspace.freshFile("json")
        try ResultRecord.write(results.flatMap { ResultRecord.records(of: $0) }, to: file)
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]]
        let record = try XCTUnwrap(json?.first)
        XCTAssertEqual(record["workload"] as? String, "W2 commit")
        XCTAssertEqual(record["engine"] as? String, "disk")
        XCTAssertEqual(record["unit"] as? String, "µs")
        for key in ["median", "minimum", "maximum"] { XCTAssertGreaterThan(record[key] as? Double ?? 0, 0, key) }
        XCTAssertNil(record["bar"], "bars are for ours")
    }

    func testDocument_replacesWhatIsBetweenItsMarks_andNothingElse() throws {
        let file = try folder().freshFile("md")
        let text = "a\n<!-- t: begin -->\nold\n<!-- t: end -->\nb\n"
        try Data(text.utf8).write(to: file)
        try Document(file).replace("t", with: ["new", "lines"])
        let expected = "a\n<!-- t: begin -->\nnew\nlines\n<!-- t: end -->\nb\n"
        XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), expected)
        XCTAssertThrowsError(try Document(file).replace("other", with: []))
    }

    func testDrawing_isWellFormed_andHasALineForEachEngine() throws {
        let points = [10_000.0, 100_000, 1_000_000].map { Point($0, $0 / 7) }
        let chart = Chart("W1 < & \"", [Chart.Line("quire", points), Chart.Line("sqlite", points)], .logarithmic)
        let linear = Chart("size", [Chart.Line("quire", [Point(0, 1), Point(30, 1.1)])], .linear)
        let document = Sheet(["heading"], [chart, linear]).drawing.document
        XCTAssertEqual(document.components(separatedBy: "<polyline").count - 1, 3)
        XCTAssertFalse(document.contains("nan") || document.contains("inf"), document)
        XCTAssertTrue(XMLParser(data: Data(document.utf8)).parse(), document)
    }

    func testNumbers_areShort() {
        let texts = [0, 0.00412, 0.1234, 5, 9.999, 16.25, 1234.5, 1_234_567].map { Number.text($0) }
        XCTAssertEqual(texts, ["0", "0.0041", "0.123", "5", "10", "16.2", "1,234", "1,234,567"])
    }
}
