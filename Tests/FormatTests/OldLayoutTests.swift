// A file whose class got columns after many rows: its old leaves are smaller than the new ones.

import QuireStorage
import QuireTestSupport
import XCTest

final class OldLayoutTests: XCTestCase {
    func testFile_withLeavesUnderAnOlderLayout_canBeReadAndChangedAfterReopening() throws {
        for pageSize in [512, 4096] {
            for seed in 1...10 {
                let file = try MemoryFile(name: "old", bytes: SampleFile.make(seed: 3, pageSize: pageSize))
                let database = try Database.open(storage: file, Database.Options(), system: SimulatedSystem(seed: 1))
                try SampleFile.use(database, seed: UInt64(seed))
                XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [], "seed \(seed)")
            }
        }
    }
}
