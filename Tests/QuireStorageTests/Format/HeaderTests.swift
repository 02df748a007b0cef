// Headers with the right checksum that this version cannot use.

import QuireTestSupport
import XCTest

@testable import QuireStorage

final class HeaderTests: PageTestCase {
    /// The header of a new file with another number in one field, sealed again.
    private func code(of field: Int, _ number: UInt32) throws -> StorageError.Code? {
        let memory = MemoryFile(name: "header")
        _ = try openMemory(memory)
        var bytes = memory.bytes
        for index in 0..<4 { bytes[field + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt32(index))) }
        let checksum = try bytes.withView { view throws(StorageError) in
            Checksum.hash(view.slice(0, FileHeader.Offset.checksum), seed: FileHeader.magic)
        }
        for index in 0..<8 {
            bytes[FileHeader.Offset.checksum + index] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt64(index)))
        }
        return code { _ = try self.openMemory(MemoryFile(name: "forged", bytes: bytes)) }
    }

    func testHeader_withAnImpossiblePageSize_isDamaged() throws {
        XCTAssertNil(try code(of: FileHeader.Offset.pageSize, 512))
        for size: UInt32 in [0, 1, 513, 256, 131_072, .max] {
            XCTAssertEqual(try code(of: FileHeader.Offset.pageSize, size), .damaged, "\(size)")
        }
    }

    func testHeader_withACodecOrReservedBytes_isOfANewerFormat() throws {
        XCTAssertEqual(try code(of: FileHeader.Offset.codec, 1), .formatTooNew)
        XCTAssertEqual(try code(of: FileHeader.Offset.reservedPerPage, 40), .formatTooNew)
    }
}
