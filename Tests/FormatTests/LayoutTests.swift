// The tables of Spec/FileFormat.md and the constants of the code, held against each other.

import XCTest

@testable import QuireStorage

final class LayoutTests: XCTestCase {
    /// The offset of each field that a table names, as the code has it.
    private static let offsetsInCode: [String: [String: Int]] = [
        "File header": [
            "magic": FileHeader.Offset.magic, "page size": FileHeader.Offset.pageSize,
            "reserved per page": FileHeader.Offset.reservedPerPage, "file id": FileHeader.Offset.fileID,
            "codec": FileHeader.Offset.codec, "salt": FileHeader.Offset.salt, "key check": FileHeader.Offset.keyCheck,
            "checksum": FileHeader.Offset.checksum,
        ],
        "Slot": [
            "magic": Slot.Offset.magic, "version": Slot.Offset.version, "read features": Slot.Offset.readFeatures,
            "write features": Slot.Offset.writeFeatures, "transaction": Slot.Offset.transaction,
            "byte count": Slot.Offset.byteCount, "checksum": Slot.Offset.checksum, "page count": Slot.Offset.pageCount,
            "salt": Slot.Offset.salt, "boot id": Slot.Offset.bootID, "durability": Slot.Offset.durability,
            "anchor": Slot.Offset.anchor, "directory": Slot.Offset.directory, "classes": Slot.Offset.classes,
            "next tree": Slot.Offset.nextTree, "free bitmap": Slot.Offset.freeBitmap,
            "manifest run count": Slot.Offset.manifestRunCount, "manifest node count": Slot.Offset.manifestNodeCount,
            "manifest checksum": Slot.Offset.manifestChecksum, "pin count": Slot.Offset.pinCount,
            "pins": Slot.Offset.pins,
        ],
        "Pinned state": [
            "transaction": Slot.Pin.Offset.transaction, "free bitmap": Slot.Pin.Offset.freeBitmap,
            "page count": Slot.Pin.Offset.pageCount, "free page count": Slot.Pin.Offset.freePageCount,
        ],
        "Publish record": [
            "transaction": PublishRecord.Offset.transaction, "salt": PublishRecord.Offset.salt,
            "flags": PublishRecord.Offset.flags, "checksum": PublishRecord.Offset.checksum,
        ],
        "Node header": [
            "checksum": NodeHeader.checksum, "transaction": NodeHeader.transaction, "salt": NodeHeader.salt,
            "page": NodeHeader.page, "tree": NodeHeader.tree, "kind": NodeHeader.kind, "level": NodeHeader.level,
            "log2 pages": NodeHeader.log2Pages, "flags": NodeHeader.flags, "count": NodeHeader.count,
            "layout": NodeHeader.layout, "owner": NodeHeader.owner, "owner column": NodeHeader.ownerColumn,
            "kind specific": NodeHeader.kindSpecific,
        ],
        "Integer inner node": ["count": NodeHeader.count, "owner": NodeHeader.owner],
        "Keys block": [
            "flags": NodeHeader.flags, "count": NodeHeader.count, "capacity": NodeHeader.layout,
            "owner": NodeHeader.owner, "prefix length": KeysBlock.Field.prefixLength,
            "key length": KeysBlock.Field.keyLength, "heap byte count": KeysBlock.Field.heapByteCount,
            "base": KeysBlock.Field.base, "samples": KeysBlock.Field.samples,
        ],
        "Pairs leaf": [
            "flags": NodeHeader.flags, "count": NodeHeader.count, "owner": NodeHeader.owner,
            "high base": PairsLeaf.highBase, "low base": PairsLeaf.lowBase,
        ],
        "Column leaf": [
            "flags": NodeHeader.flags, "count": NodeHeader.count, "layout": NodeHeader.layout,
            "owner": NodeHeader.owner, "owner column": NodeHeader.ownerColumn,
            "column count": ColumnLeaf.columnCountOffset, "capacity": ColumnLeaf.capacityOffset,
            "live count": ColumnLeaf.liveCountOffset, "heap start": ColumnLeaf.heapStartOffset,
            "heap garbage": ColumnLeaf.heapGarbageOffset,
        ],
        "Overflow run": [
            "count": NodeHeader.count, "owner": NodeHeader.owner, "owner column": NodeHeader.ownerColumn,
            "byte count": OverflowRun.Offset.byteCount,
        ],
        "Bitmap leaf": ["count": NodeHeader.count, "owner": NodeHeader.owner],
    ]

    /// Structures whose tables describe every byte, and how long they are in the code.
    private static let wholeStructures: [String: Int] = [
        "File header": FileHeader.Offset.byteCount, "Slot": Slot.byteCount, "Root": 24,
        "Pinned state": Slot.Pin.Offset.byteCount,
        "Publish record": PublishRecord.byteCount, "Node reference": 8, "Node header": NodeHeader.byteCount,
        "Directory entry": ColumnLeaf.directoryEntryByteCount,
    ]

    func testTables_andConstants_nameTheSameFieldsAtTheSameOffsets() throws {
        let tables = try SpecificationTables.read()
        for (structure, fields) in Self.offsetsInCode {
            let table = try XCTUnwrap(tables[structure], "the specification has no table \(structure)")
            var named: [String: Int] = [:]
            for field in table where field.name != "zero" { named[field.name] = field.offset }
            XCTAssertEqual(named, fields, structure)
        }
    }

    func testTables_ofWholeStructures_haveNeitherGapsNorOverlaps() throws {
        let tables = try SpecificationTables.read()
        for (structure, byteCount) in Self.wholeStructures {
            let table = try XCTUnwrap(tables[structure], "the specification has no table \(structure)")
            var end = 0
            for field in table {
                XCTAssertEqual(field.offset, end, "\(structure): \(field.name)")
                end = field.offset + field.size
            }
            XCTAssertEqual(end, byteCount, structure)
        }
    }

    /// Fields of one structure that tables of parts of it describe do not overlap either.
    func testTables_ofNodes_doNotOverlap() throws {
        let tables = try SpecificationTables.read()
        for structure in [
            "Keys block", "Pairs leaf", "Column leaf", "Overflow run", "Bitmap leaf", "Integer inner node",
        ] {
            var end = NodeHeader.flags
            for field in tables[structure] ?? [] {
                XCTAssertGreaterThanOrEqual(field.offset, end, "\(structure): \(field.name)")
                end = field.offset + field.size
            }
            XCTAssertGreaterThan(end, NodeHeader.flags, structure)
        }
    }

    func testPlaces_thatTheTextNames_areThoseOfTheCode() {
        XCTAssertEqual(FileLayout.blockByteCount, 16_384)
        XCTAssertEqual(FileLayout.headByteCount, 65_536)
        XCTAssertEqual(FileLayout.lengthUnit, 65_536)
        XCTAssertEqual(FileLayout.windowByteCount, 67_108_864)
        XCTAssertEqual(FileLayout.smallestPage, 512)
        XCTAssertEqual(FileLayout.largestPage, 65_536)
        XCTAssertEqual(FileLayout.slotOffset(block: FileLayout.slotBlock(TransactionID(2))), 16_384 * 3)
        XCTAssertEqual(Manifest.Offset.firstPart, 1024)
        XCTAssertEqual(Manifest.Offset.secondPart, 4096)
        XCTAssertEqual(Manifest.capacity, 1856)
        XCTAssertEqual(LockByte.presence.offset, 1 << 62)
        XCTAssertEqual(LockByte.writer.offset, 1 << 62 + 1)
        XCTAssertEqual(LockByte.pin(TransactionID(5)).offset, 1 << 62 + 7)
        XCTAssertEqual(PublishRecord.offset, 3584)
        XCTAssertEqual(PublishRecord.block(TransactionID(2)), 0)
        XCTAssertEqual(PairsLeaf.entries, 80)
        XCTAssertEqual(OverflowRun.Offset.table, 64)
        XCTAssertEqual(OverflowRun.partByteCount, 65_536)
        XCTAssertEqual(OverflowRun.largestByteCount, 1 << 31)
        XCTAssertEqual(ColumnLeaf.directory, 64)
        XCTAssertEqual(ColumnLeaf.cellByteCount, 16)
        XCTAssertEqual(ColumnLeaf.slotLimit, 4096)
        XCTAssertEqual(KeysBlock.sampleCount, 16)
        XCTAssertEqual(KeysBlock.sampledByteCount, 2048)
        XCTAssertEqual(KeysBlock.maximumKeyLength(4096), 512)
        XCTAssertEqual(IntegerInner.entryByteCount, 32)
        XCTAssertEqual(PrimaryKeyIndex.ghostBit, 1 << 63)
        XCTAssertEqual(BitmapLeaf.bitCount(pageSize: 512), 8 * (512 - 64))
        XCTAssertEqual(FileRoots().nextTree, 16)
        XCTAssertEqual(SystemLayout.directoryTree, TreeID(1))
        XCTAssertEqual(SystemLayout.classesTree, TreeID(2))
        XCTAssertEqual(BitmapLeaf.tree, TreeID(3))
    }

    /// The numbers of kinds and types stand in files.
    func testNumbers_ofKindsAndTypes_areThoseOfTheSpecification() throws {
        let text = try Repository.text(SpecificationTables.path)
        let kinds: [(NodeKind, String)] = [
            (.integerInner, "integer inner node"), (.bytesInner, "bytes inner node"), (.columnLeaf, "column leaf"),
            (.pairsLeaf, "pairs leaf"), (.keysLeaf, "keys leaf"), (.overflow, "overflow run"),
            (.bitmapLeaf, "bitmap leaf"),
        ]
        XCTAssertEqual(kinds.count, NodeKind.allCases.count)
        for (kind, name) in kinds { XCTAssertTrue(text.contains("| \(kind.rawValue) | [\(name)]("), name) }
        for type in ColumnType.allCases {
            let names: [ColumnType: String] = [.bool: "Bool", .uuid: "UUID"]
            let name = names[type] ?? "\(type)".prefix(1).uppercased() + "\(type)".dropFirst()
            let row = "| \(type.rawValue) | \(name) | \(ColumnLeaf.width(type)) |".lowercased()
            XCTAssertTrue(text.lowercased().contains(row), row)
        }
        for (end, what) in [
            (ColumnLeaf.heapCell, "in the heap"), (ColumnLeaf.overflowCell, "in an"),
            (ColumnLeaf.treeCell, "a long list"),
        ] {
            XCTAssertTrue(text.contains("| \(end) | \(what)"), what)
        }
    }
}
