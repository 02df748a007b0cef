// A file whose content was changed by somebody who knows the format: every checksum and tag is right.

package import QuireStorage

/// Changes bytes of nodes and repairs the checksums on the way up to the slot.
package struct ForgedFile: Sendable {
    package private(set) var bytes: [UInt8]
    package let pageSize: Int
    private let seed: ChecksumSeed
    /// Where each node begins and where the reference to it stands: parent page and offset in it, or nil for the slot.
    private struct Place {
        var parent: Int?
        var offset: Int
    }
    private let places: [Int: Place]
    private let slotBlock: Int
    private var slotOffset: Int { (slotBlock + 1) * FileLayout.blockByteCount }
    /// The pages of nodes, in order.
    package let nodes: [Int]

    package init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        let file = try MemoryFile(name: "forged", bytes: bytes)
        let database = try Database.open(storage: file, Database.Options(), system: SimulatedSystem(seed: 1))
        pageSize = database.pageSize
        seed = database.file.seed
        slotBlock = Int(database.newestTransaction.rawValue % UInt64(FileLayout.slotCount))
        var places: [Int: Place] = [:]
        for offset in [Slot.Offset.directory, Slot.Offset.classes, Slot.Offset.freeBitmap] {
            let start = (slotBlock + 1) * FileLayout.blockByteCount + offset
            let root = NodeReference(rawValue: bytes.number(at: start, byteCount: 8))
            if !root.isNone { try Self.collect(database.file, root, Place(parent: nil, offset: offset), &places) }
        }
        self.places = places
        nodes = places.keys.sorted()
    }

    private static func collect(
        _ file: PageFile, _ reference: NodeReference, _ place: Place, _ places: inout [Int: Place]
    ) throws {
        let node = try file.node(reference)
        let page = Int(reference.page.rawValue)
        places[page] = place
        guard node.kind != .overflow else { return }
        var children: [(NodeReference, Int)] = []
        try NodeChildren.forEachReference(
            in: node, byteCount: file.pageSize << node.log2Pages, onlyDirty: false
        ) { offset in children.append((NodeReference(rawValue: node.u64(offset)), offset)) }
        for (child, offset) in children where !child.isNone {
            try collect(file, child, Place(parent: page, offset: offset), &places)
        }
    }

    /// What the node says itself, within reason.
    package func byteCount(of page: Int) -> Int {
        let largest = min(pageSize << 7, bytes.count - page * pageSize)
        return min(pageSize << min(Int(bytes[page * pageSize + NodeHeader.log2Pages]), 7), largest)
    }

    // MARK: Nodes

    /// Changes one byte of a node behind what ties it to its place.
    package mutating func set(_ page: Int, _ offset: Int, _ value: UInt8) throws {
        try set(page, offset, [value])
    }

    /// Changes bytes of a node, as far as the file goes.
    package mutating func set(_ page: Int, _ offset: Int, _ values: [UInt8]) throws {
        let start = page * pageSize + offset
        for (index, value) in values.enumerated() where start + index < bytes.count { bytes[start + index] = value }
        try seal(page)
    }

    /// Changes the node at a page by the means of the engine.
    package mutating func change(_ page: Int, _ body: (Node) throws -> Void) throws {
        let byteCount = byteCount(of: page)
        let node = Node.allocate(byteCount: byteCount)
        defer { node.deallocate() }
        let start = page * pageSize
        try Array(bytes[start..<start + byteCount]).withView { view throws(StorageError) in node.copy(from: view, to: 0)
        }
        try body(node)
        try set(page, 0, node.bytes(at: 0, count: byteCount).array)
    }

    /// The pages of the nodes of a tree that are of one kind.
    package func pages(of tree: TreeID, _ kind: NodeKind) -> [Int] {
        nodes.filter { page in
            let start = page * pageSize
            return bytes.number(at: start + NodeHeader.tree, byteCount: 4) == UInt64(tree.rawValue)
                && bytes[start + NodeHeader.kind] == kind.rawValue
        }
    }

    /// Lets whatever refers to the node at a page refer to another one.
    package mutating func redirect(_ page: Int, to other: Int) throws {
        guard let place = places[page] else { return }
        let start = (place.parent.map { $0 * pageSize } ?? slotOffset) + place.offset
        bytes.setNumber(UInt64(other), at: start, byteCount: 4)
        bytes.setNumber(bytes.number(at: other * pageSize, byteCount: 4), at: start + 4, byteCount: 4)
        if let parent = place.parent { try seal(parent) } else { try sealSlot() }
    }

    // MARK: The head

    /// Changes bytes of the newest slot.
    package mutating func setSlot(_ offset: Int, _ values: [UInt8]) throws {
        for (index, value) in values.enumerated() { bytes[slotOffset + offset + index] = value }
        try sealSlot()
    }

    /// Changes bytes of the file header.
    package mutating func setHeader(_ offset: Int, _ values: [UInt8]) throws {
        for (index, value) in values.enumerated() { bytes[offset + index] = value }
        let value = try Array(bytes[..<FileHeader.Offset.checksum]).withView { view throws(StorageError) in
            Checksum.hash(view, seed: FileHeader.magic)
        }
        bytes.setNumber(value, at: FileHeader.Offset.checksum, byteCount: 8)
    }

    /// Changes bytes anywhere and repairs nothing.
    package mutating func damage(_ offset: Int, _ values: [UInt8]) {
        for (index, value) in values.enumerated() where offset + index < bytes.count { bytes[offset + index] = value }
    }

    // MARK: Checksums

    private mutating func seal(_ page: Int) throws {
        var page = page
        while let place = places[page] {
            let tag = try sealNode(page)
            let start = place.parent.map { $0 * pageSize } ?? slotOffset
            bytes.setNumber(tag, at: start + place.offset + 4, byteCount: 4)
            guard let parent = place.parent else { return try sealSlot() }
            page = parent
        }
    }

    /// Gives the tag.
    private mutating func sealNode(_ page: Int) throws -> UInt64 {
        let start = page * pageSize
        var byteCount = byteCount(of: page)
        if bytes[start + NodeHeader.kind] == NodeKind.overflow.rawValue {
            let length = bytes.number(at: start + OverflowRun.Offset.byteCount, byteCount: 8)
            let parts = (Int(min(length, 1 << 20)) + OverflowRun.partByteCount - 1) / OverflowRun.partByteCount
            byteCount = OverflowRun.Offset.table + 8 * parts
        }
        let end = min(start + byteCount, bytes.count)
        let seed = seed
        let value = try Array(bytes[start..<end]).withView { view throws(StorageError) -> UInt64 in
            let hash = Checksum.hash(view.slice(8, view.count - 8), seed: seed.node(PageNumber(UInt32(page))))
            return UInt32(truncatingIfNeeded: hash) == 0 ? hash | 1 : hash
        }
        bytes.setNumber(value, at: start, byteCount: 8)
        return value & 0xFFFF_FFFF
    }

    private mutating func sealSlot() throws {
        let length = Int(bytes.number(at: slotOffset + Slot.Offset.byteCount, byteCount: 4))
        let slot = Array(bytes[slotOffset..<slotOffset + min(max(length, Slot.Offset.pins), PublishRecord.offset)])
        let seed = seed
        let slotBlock = slotBlock
        let value = try slot.withView { view throws(StorageError) -> UInt64 in
            let before = Checksum.hash(view.slice(0, Slot.Offset.checksum), seed: seed.block(slotBlock, part: 0))
            let rest = Slot.Offset.checksum + 8
            return Checksum.hash(view.slice(rest, view.count - rest), seed: before)
        }
        bytes.setNumber(value, at: slotOffset + Slot.Offset.checksum, byteCount: 8)
    }
}

extension [UInt8] {
    /// A little-endian number.
    fileprivate func number(at offset: Int, byteCount: Int) -> UInt64 {
        (0..<byteCount).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) }
    }

    fileprivate mutating func setNumber(_ value: UInt64, at offset: Int, byteCount: Int) {
        for index in 0..<byteCount { self[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
    }
}
