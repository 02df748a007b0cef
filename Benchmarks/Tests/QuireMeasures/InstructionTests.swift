// How many instructions and allocations an operation may take. What must be inlined into the user's code is held here: one
// call more than today shows at once.

import Foundation
import QuireEngine
import XCTest

final class InstructionTests: XCTestCase {
    /// The most that an operation may take. Limits follow what the code needs, some percent above it; they may only fall.
    private static let limits: [Probe: OperationCost] = [
        .readDouble: OperationCost(instructions: 22, allocations: 0),
        .readInt: OperationCost(instructions: 22, allocations: 0),
        .readString: OperationCost(instructions: 80, allocations: 0),
        .setDouble: OperationCost(instructions: 95, allocations: 0.05),
        .lookUpByString: OperationCost(instructions: 1500, allocations: 0),
        .lookUpByInt: OperationCost(instructions: 830, allocations: 0),
        .iterate: OperationCost(instructions: 445, allocations: 0.01),
        .hop: OperationCost(instructions: 2180, allocations: 1.01),
        .inverseCount: OperationCost(instructions: 3340, allocations: 0),
        .inverseFirst: OperationCost(instructions: 1360, allocations: 0),
        .listRead: OperationCost(instructions: 4220, allocations: 0.01),
        .listAppend: OperationCost(instructions: 3050, allocations: 0.1),
        .insert: OperationCost(instructions: 8450, allocations: 1.2),
    ]

    func testOperations_takeNoMoreInstructionsAndAllocationsThanBefore() throws {
        try Self.skipUnlessLimitsAreForThisBuild()
        let costs = try CallgrindProfile.run()
        for probe in Probe.allCases where probe != .nothing {
            let cost = try XCTUnwrap(costs[probe], "\(probe) was not counted")
            let limit = try XCTUnwrap(Self.limits[probe], "\(probe) has no limit")
            print("\(probe): \(cost.instructions) instructions, at most \(limit.instructions)")
            XCTAssertGreaterThan(cost.instructions, 1, "\(probe) did nothing")
            XCTAssertLessThanOrEqual(cost.instructions, limit.instructions, "instructions of \(probe)")
            XCTAssertLessThanOrEqual(cost.allocations, limit.allocations, "allocations of \(probe)")
        }
    }

    private static func skipUnlessLimitsAreForThisBuild() throws {
        #if DEBUG
            throw XCTSkip("instructions of a debug build say nothing: swift test -c release")
        #elseif !(compiler(>=6.3) && compiler(<6.4) && arch(x86_64) && os(Linux))
            throw XCTSkip("the limits are those of Swift 6.3 on Linux, x86-64")
        #endif
    }
}
