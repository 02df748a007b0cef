// The tables of Spec/FileFormat.md against the constants of the code.

import Foundation
import QuireStorage
import XCTest

final class SpecificationTests: XCTestCase {
    /// The rows of the field table in a section: field → offset and size.
    private func fields(_ section: String) throws -> [String: (offset: Int, size: Int?)] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("Spec/FileFormat.md"), encoding: .utf8)
        guard let start = text.range(of: "\n## \(section)\n") else {
            throw StorageError(.fail, "no section \(section)")
        }
        let end = text[start.upperBound...].range(of: "\n## ")?.lowerBound ?? text.endIndex
        var fields: [String: (offset: Int, size: Int?)] = [:]
        for line in text[start.upperBound..<end].split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, let offset = Int(cells[0]) else { continue }
            fields[cells[2]] = (offset, Int(cells[1]))
        }
        return fields
    }

    private func compare(_ section: String, _ offsets: [String: Int], upTo end: Int) throws {
        let fields = try fields(section)
        XCTAssertEqual(fields.mapValues(\.offset), offsets, section)
        // No two overlap, none reaches past the end.
        let sorted = fields.values.sorted { $0.offset < $1.offset }
        for (field, next) in zip(sorted, sorted.dropFirst().map(\.offset) + [end]) {
            XCTAssertLessThanOrEqual(field.offset + (field.size ?? 0), next, "\(section) at \(field.offset)")
        }
    }

    func testHeader_isAsSpecified() throws {
        typealias Offset = FileHeader.Offset
        try compare(
            "File header",
            [
                "magic": Offset.magic, "pageSize": Offset.pageSize, "reservedPerPage": Offset.reservedPerPage,
                "fileID": Offset.fileID, "codec": Offset.codec, "salt": Offset.salt, "keyCheck": Offset.keyCheck,
                "checksum": Offset.checksum,
            ], upTo: Offset.byteCount)
    }

    func testSlot_isAsSpecified() throws {
        typealias Offset = Slot.Offset
        try compare(
            "Slot",
            [
                "magic": Offset.magic, "version": Offset.version, "readFeatures": Offset.readFeatures,
                "writeFeatures": Offset.writeFeatures, "transaction": Offset.transaction, "byteCount": Offset.byteCount,
                "checksum": Offset.checksum, "pageCount": Offset.pageCount, "salt": Offset.salt,
                "bootID": Offset.bootID,
                "durability": Offset.durability, "anchor": Offset.anchor, "directory": Offset.directory,
                "classes": Offset.classes, "nextTree": Offset.nextTree, "freeBitmap": Offset.freeBitmap,
                "manifestRunCount": Offset.manifestRunCount, "manifestNodeCount": Offset.manifestNodeCount,
                "manifestChecksum": Offset.manifestChecksum, "pinCount": Offset.pinCount,
            ], upTo: Slot.byteCount)
    }

    func testPublishRecord_isAsSpecified() throws {
        typealias Offset = PublishRecord.Offset
        try compare(
            "Publish record",
            [
                "transaction": Offset.transaction, "salt": Offset.salt, "flags": Offset.flags,
                "checksum": Offset.checksum,
            ], upTo: PublishRecord.byteCount)
        XCTAssertEqual(PublishRecord.offset, 3584)
    }

    func testNodeHeader_isAsSpecified() throws {
        try compare(
            "Node header",
            [
                "checksum": NodeHeader.checksum, "transaction": NodeHeader.transaction, "salt": NodeHeader.salt,
                "page": NodeHeader.page, "tree": NodeHeader.tree, "kind": NodeHeader.kind, "level": NodeHeader.level,
                "log2Pages": NodeHeader.log2Pages, "flags": NodeHeader.flags, "count": NodeHeader.count,
                "layout": NodeHeader.layout, "owner": NodeHeader.owner, "ownerColumn": NodeHeader.ownerColumn,
                "kindSpecific": NodeHeader.kindSpecific,
            ], upTo: NodeHeader.byteCount)
    }

    func testOverflowRun_isAsSpecified() throws {
        let fields = try fields("Overflow run")
        XCTAssertEqual(fields["byteCount"]?.offset, OverflowRun.Offset.byteCount)
        XCTAssertEqual(fields["table"]?.offset, OverflowRun.Offset.table)
    }

    func testManifest_hasTheSpecifiedRoom() {
        XCTAssertEqual(Manifest.Offset.firstPart, 512)
        XCTAssertEqual(Manifest.Offset.secondPart, 4096)
        XCTAssertEqual(Manifest.capacity, 384 + 1536)
    }
}
