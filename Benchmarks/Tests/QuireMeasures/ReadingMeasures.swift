// Measures of the workloads that only read, through the code that `compare` times.

import QuireEngine
import Workloads
import XCTest

final class ReadingMeasures: MeasureCase {
    /// Measures turns of ours. Each must give the answers that plain Swift finds in the data.
    private func measure(_ type: any Workload.Type) throws {
        let workspace = try Workspace()
        defer { workspace.remove() }
        let workload = type.init(data)
        let contender = try XCTUnwrap(QuireEngine(data, workspace).contender(for: workload))
        try measurePasses(expected: true) {
            _ = try contender.turn()
            let found = try XCTUnwrap(contender.answers())
            return found.count == workload.expected.count
                && zip(found, workload.expected).allSatisfy { $0.agrees(with: $1.value) }
        }
    }

    func testW3_lookupByText() throws { try measure(Lookup.self) }
    func testW3i_lookupByNumber() throws { try measure(NumberLookup.self) }
    func testW4_count() throws { try measure(CountOver.self) }
    func testW5_sumAndAverage() throws { try measure(SumAndAverage.self) }
    func testW6_sumsByIndex() throws { try measure(SumByCategory.self) }
    func testW7_names() throws { try measure(NameSearch.self) }
    func testW8_hops() throws { try measure(Hop.self) }
    func testW8r_randomHops() throws { try measure(RandomHop.self) }
    func testW9_inverses() throws { try measure(Inverse.self) }
    func testW16_sorted() throws { try measure(Sort.self) }
    func testW17_propertyReads() throws { try measure(PropertyRead.self) }
}
