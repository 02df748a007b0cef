// A file that is being made when the power goes.

import Foundation
import QuireTestSupport
import XCTest

@testable import QuireStorage

final class CreationTests: CopyTestCase {
    private var options: Database.Options {
        var options = Database.Options()
        options.pageSize = 512
        return options
    }

    /// Whatever a power failure leaves, there is no file under the name, or a whole one; and once the opening has returned,
    /// the name is durable: what is committed then must not go with it.
    func testCreation_cutOffAnywhere_leavesNothingOrAWholeFile() throws {
        let directory = RecordedDirectory(seed: 1)
        do { _ = try Database.open(.file(path: "store"), options, system: directory) }
        let events = directory.events
        XCTAssertTrue(try namesAreDurable(events))
        var counts = (none: 0, whole: 0)
        try forEachCrash(at: "store", before: [:], events) { bytes, name in
            guard let bytes else {
                counts.none += 1
                return
            }
            counts.whole += 1
            let database = try openMemory(MemoryFile(name: "image", bytes: bytes), boot: 2)
            XCTAssertEqual(try FileCheck.run(database).problems.map(\.message), [], name)
        }
        XCTAssertGreaterThan(counts.none, 3)
        XCTAssertGreaterThan(counts.whole, 0)
    }

    /// A new file is made under another name first, which tells nobody anything.
    func testCreation_thatFails_namesTheFileThatWasAskedFor() throws {
        let missing = FileManager.default.temporaryDirectory.appending(path: "none-\(UUID())/store").path
        XCTAssertThrowsError(try Database.open(.file(path: missing), options)) { error in
            let message = (error as? StorageError)?.message ?? ""
            XCTAssertTrue(message.contains(missing), message)
            XCTAssertFalse(message.contains(missing + "."), message)
        }
    }
}
