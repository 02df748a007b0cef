// What the harness makes of answers and times, with engines whose times are known.

import Workloads
import XCTest

/// Two rows: one that is measured, one that is divided by another engine's.
private struct Counting: Workload {
    static let name = "T"
    static let work = "count"
    let turns = 3
    let rows = [
        Row("T ÷ base", quotient: Row.Quotient(of: "T", by: "base"), bar: .atMost(2.5)),
        Row("T", .nanoseconds(each: 10), bar: .atMostTimes(0.9, of: "peer")),
        Row("T rate", .perSecond(1, of: "things"), bar: .atLeastTimes(1, of: "peer")),
    ]
    let expected = [Answer.count("things", 7), .sum("their sum", 1)]

    init(_ data: StandardData) {}
}

/// Who had a turn, in order.
private final class TurnLog {
    var names: [String] = []
}

/// An engine that takes as long as it is told and answers what it is told.
private class FakeEngine: Engine {
    class var name: String { "quire" }
    let variant: String?
    let settings: [String] = []
    private let nanoseconds: Double
    private let answers: [Answer.Value]
    private let log: TurnLog?

    init(
        _ nanoseconds: Double, _ answers: [Answer.Value] = [.count(7), .sum(1 + 1e-12)], variant: String? = nil,
        log: TurnLog? = nil
    ) {
        self.log = log
        self.nanoseconds = nanoseconds
        self.answers = answers
        self.variant = variant
    }

    func contender(for workload: any Workload) throws -> (any Contender)? {
        Turns { [self] in
            log?.names.append(type(of: self).name)
            return ([nil, nanoseconds, nanoseconds], answers)
        }
    }

    func runAsChild(_ order: ChildOrder) throws -> [Double] { [] }
}

private final class FakePeer: FakeEngine {
    override class var name: String { "peer" }
}

private final class FakeBase: FakeEngine {
    override class var name: String { "base" }
}

final class ComparisonTests: XCTestCase {
    private let data = StandardData(scale: 0.00001)

    private func run(_ engines: [any Engine], runs: Int = 3) throws -> [RowResult] {
        try Comparison(data, engines, runs: runs).run(Counting.self)
    }

    func testAnswer_thatDiffers_stopsWithASentence() throws {
        for wrong: [Answer.Value] in [[.count(8), .sum(1)], [.count(7), .sum(1.001)], [.count(7), .sum(.nan)]] {
            XCTAssertThrowsError(try run([FakeEngine(100), FakePeer(100, wrong, variant: "fast")])) { error in
                let text = "\(error)"
                XCTAssertTrue(text.hasPrefix("T: peer (fast) answered "), text)
                XCTAssertTrue(text.hasSuffix("No time of it counts."), text)
            }
        }
        XCTAssertThrowsError(try run([FakeEngine(100, [.count(7)])]), "an answer is missing")
    }

    func testFigures_areOfTheUnit_withRatiosToTheBestPeer() throws {
        let results = try run([FakeEngine(160), FakePeer(400, variant: "slow"), FakePeer(200, variant: "fast")])
        let row = try XCTUnwrap(results.first { $0.row.name == "T" })
        XCTAssertEqual(row.sample("quire")?.spread?.median, 16)
        XCTAssertEqual(row.sample("quire")?.figures.count, 3)
        XCTAssertEqual(row.sample("peer")?.variant, "fast", "the better way of a peer counts")
        XCTAssertEqual(row.ratioToBestPeer, 0.8)
        XCTAssertEqual(row.holds, true)
        let rate = try XCTUnwrap(results.first { $0.row.name == "T rate" })
        XCTAssertEqual(rate.sample("peer")?.variant, "fast", "of a rate the higher one is the better one")
        XCTAssertEqual(try XCTUnwrap(rate.ratioToBestPeer), 1.25, accuracy: 1e-9)
        XCTAssertEqual(rate.holds, true)
    }

    func testBar_thatIsMissed_doesNotHold_andOneWithoutItsPeerIsOpen() throws {
        XCTAssertEqual(try run([FakeEngine(190), FakePeer(200)])[1].holds, false)
        XCTAssertEqual(try run([FakeEngine(210), FakePeer(200)])[2].holds, false)
        XCTAssertNil(try run([FakeEngine(190)])[1].holds)
        XCTAssertNil(try run([FakePeer(200)])[1].holds, "bars are for ours")
    }

    func testQuotient_isOfTheSameRun() throws {
        let result = try run([FakeEngine(300), FakeBase(200), FakePeer(400)])[0]
        XCTAssertEqual(result.sample("quire")?.figures, [1.5, 1.5, 1.5])
        XCTAssertEqual(result.sample("peer")?.spread?.maximum, 2)
        XCTAssertNil(result.sample("base"))
        XCTAssertEqual(result.holds, true)
    }

    func testTurns_alternate_andWhoBeginsMovesOn() throws {
        let log = TurnLog()
        _ = try run([FakeEngine(1, log: log), FakePeer(1, log: log)], runs: 1)
        XCTAssertEqual(log.names, ["quire", "peer", "peer", "quire", "quire", "peer"])
    }
}
