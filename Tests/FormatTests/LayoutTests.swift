// The offsets of the format, as the specification has them.

import XCTest

@testable import QuireStorage

final class LayoutTests: XCTestCase {
    func testNodeHeader_hasTheOffsetsOfTheSpecification() {
        XCTAssertEqual(NodeHeader.byteCount, 64)
        XCTAssertEqual(NodeHeader.checksum, 0)
        XCTAssertEqual(NodeHeader.kindSpecific, 50)
    }
}
