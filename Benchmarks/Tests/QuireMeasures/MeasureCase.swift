// Measures of work that is repeated until a run takes long enough for noise to level out.
// XCTest runs a measure ten times and fails it when the times deviate by more than a tenth.

import Foundation
import QuireEngine
import Workloads
import XCTest

/// What all measures share.
class MeasureCase: XCTestCase {
    /// Small enough for the caches of a processor: what is measured is the work, not the memory.
    static let data = StandardData(scale: 0.02)
    let data = MeasureCase.data

    override func setUpWithError() throws {
        try XCTSkipIf(Self.isDebugBuild, "figures of a debug build say nothing: swift test -c release")
    }

    private static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    /// Warms up, then measures as many passes at a time as keep the processor busy for half a second. Every pass must give
    /// the same answer. The machine may do other work as well: each run begins once a pass has had the processor to itself,
    /// or after a while.
    func measurePasses<T: Equatable>(expected: T, _ work: () throws -> T) throws {
        var wrong = 0
        func pass() throws {
            if try work() != expected { wrong += 1 }
        }
        try pass()
        let start = Stopwatch.processorTime()
        for _ in 0..<3 { try pass() }
        let passes = max(Int(0.5e9 * 3 / (Stopwatch.processorTime() - start)), 1)
        try XCTSkipUnless(waitForQuiet(pass), "other programs keep the processors busy: times would say nothing")
        var failure: (any Error)?
        measureMetrics([.wallClockTime], automaticallyStartMeasuring: false) {
            do {
                try waitForQuiet(pass)
                startMeasuring()
                for _ in 0..<passes { try pass() }
                stopMeasuring()
            } catch { failure = error }
        }
        XCTAssertNil(failure)
        XCTAssertEqual(wrong, 0, "passes with a wrong answer")
    }

    /// Runs passes until they were hardly interrupted for a twentieth of a second, twenty times at most; false if they never
    /// had the processor to themselves.
    @discardableResult
    private func waitForQuiet(_ pass: () throws -> Void) rethrows -> Bool {
        for _ in 0..<20 {
            let (wall, processor) = (ContinuousClock.now, Stopwatch.processorTime())
            while ContinuousClock.now - wall < .milliseconds(50) { try pass() }
            let elapsed = (ContinuousClock.now - wall) / .nanoseconds(1)
            if Stopwatch.processorTime() - processor > 0.97 * elapsed { return true }
        }
        return false
    }
}
