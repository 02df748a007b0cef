// A file whose content was changed by somebody who knows the format: every checksum and tag is right.

import QuireTestSupport

@testable import QuireStorage

/// Changes bytes of nodes and repairs the checksums on the way up to the slot.
final class ForgedFile {
    private(set) var bytes: [UInt8]
    private let pageSize: Int
    private let seed: ChecksumSeed
    /// Where each node begins and where the reference to it stands: parent page and offset in it, or nil for the slot.
    private struct Place {
        var parent: Int?
        var offset: Int
    }
    private var places: [Int: Place] = [:]
    private let slotOffset: Int
    /// The pages of nodes, in order.
    var nodes: [Int] { places.keys.sorted() }

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        let file = try MemoryFile(name: "forged", bytes: bytes)
        let opening = try FileOpening(file, Database.Options(), bootID: .unknown)
        pageSize = opening.header.pageSize
        seed = opening.header.seed
        slotOffset = FileLayout.slotOffset(block: FileLayout.slotBlock(opening.slot.transaction))
        let roots = [
            (opening.slot.roots.directory, Slot.Offset.directory), (opening.slot.roots.classes, Slot.Offset.classes),
            (opening.slot.freeBitmap, Slot.Offset.freeBitmap),
        ]
        for (root, offset) in roots where !root.reference.isNone {
            try collect(opening.file, root.reference, Place(parent: nil, offset: offset))
        }
    }

    private func collect(_ file: PageFile, _ reference: NodeReference, _ place: Place) throws {
        let node = try file.node(reference)
        let page = Int(reference.page.rawValue)
        places[page] = place
        guard node.kind != .overflow else { return }
        try NodeChildren.forEachReference(in: node, byteCount: pageSize << node.log2Pages, onlyDirty: false) { offset in
            let child = NodeReference(rawValue: node.u64(offset))
            if !child.isNone { do { try collect(file, child, Place(parent: page, offset: offset)) } catch {} }
        }
    }

    /// What the node says itself, within reason.
    private func byteCount(of page: Int) -> Int {
        pageSize << min(Int(bytes[page * pageSize + NodeHeader.log2Pages]), 7)
    }

    /// Changes one byte of a node behind what ties it to its place.
    func set(_ page: Int, _ offset: Int, _ value: UInt8) throws {
        bytes[page * pageSize + offset] = value
        try seal(page)
    }

    /// Changes the node at a page by the means of the engine.
    func change(_ page: Int, _ body: (Node) throws -> Void) throws {
        let buffer = ZeroedBuffer(byteCount: byteCount(of: page))
        let range = page * pageSize..<page * pageSize + buffer.byteCount
        try Array(bytes[range]).withView { view throws(StorageError) in buffer.node.copy(from: view, to: 0) }
        try body(buffer.node)
        bytes.replaceSubrange(range, with: buffer.bytes(buffer.byteCount).array)
        try seal(page)
    }

    /// The pages of the nodes of a tree that are of one kind.
    func pages(of tree: TreeID, _ kind: NodeKind) -> [Int] {
        nodes.filter { page in
            let start = page * pageSize
            let number = (0..<4).reduce(0) { $0 | UInt32(bytes[start + NodeHeader.tree + $1]) << UInt32(8 * $1) }
            return number == tree.rawValue && bytes[start + NodeHeader.kind] == kind.rawValue
        }
    }

    /// Lets whatever refers to the node at a page refer to another one.
    func redirect(_ page: Int, to other: Int) throws {
        guard let place = places[page] else { return }
        let start = (place.parent.map { $0 * pageSize } ?? slotOffset) + place.offset
        for index in 0..<4 {
            bytes[start + index] = UInt8(truncatingIfNeeded: other >> (8 * index))
            bytes[start + 4 + index] = bytes[other * pageSize + index]
        }
        if let parent = place.parent { try seal(parent) } else { try sealSlot() }
    }

    private func seal(_ page: Int) throws {
        var page = page
        while let place = places[page] {
            let tag = try checksum(page)
            let start = place.parent.map { $0 * pageSize } ?? slotOffset
            for index in 0..<4 {
                bytes[start + place.offset + 4 + index] = UInt8(truncatingIfNeeded: tag >> UInt32(8 * index))
            }
            guard let parent = place.parent else { return try sealSlot() }
            page = parent
        }
    }

    private func checksum(_ page: Int) throws -> UInt32 {
        let start = page * pageSize
        let isOverflow = bytes[start + NodeHeader.kind] == NodeKind.overflow.rawValue
        var byteCount = byteCount(of: page)
        if isOverflow {
            let length = (0..<8).reduce(0) { length, index in
                length | UInt64(bytes[start + OverflowRun.Offset.byteCount + index]) << UInt64(8 * index)
            }
            byteCount = OverflowRun.headByteCount(Int(min(length, 1 << 20)))
        }
        let end = min(start + byteCount, bytes.count)
        let value = try Array(bytes[start..<end]).withView { view throws(StorageError) -> UInt64 in
            let hash = Checksum.hash(view.slice(8, view.count - 8), seed: seed.node(PageNumber(UInt32(page))))
            return UInt32(truncatingIfNeeded: hash) == 0 ? hash | 1 : hash
        }
        for index in 0..<8 { bytes[start + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index))) }
        return UInt32(truncatingIfNeeded: value)
    }

    private func sealSlot() throws {
        let block = (slotOffset - FileLayout.blockByteCount) / FileLayout.blockByteCount
        let slot = Array(bytes[slotOffset..<slotOffset + Slot.byteCount])
        let value = try slot.withView { view throws(StorageError) -> UInt64 in
            let before = Checksum.hash(view.slice(0, 40), seed: seed.block(block, part: 0))
            return Checksum.hash(view.slice(48, Slot.byteCount - 48), seed: before)
        }
        for index in 0..<8 { bytes[slotOffset + 40 + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index))) }
    }
}
