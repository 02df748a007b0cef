// Changes by somebody who knows the format: checksums and tags are no wall.

import QuireStorage
import QuireTestSupport

enum ResealedTarget {
    /// Sound files with every kind of node, made once.
    private static let originals: [ForgedFile] = [512, 4096].compactMap { pageSize in
        do { return try ForgedFile(SampleFile.make(seed: 3, pageSize: pageSize, transactions: 6)) } catch { return nil }
    }

    static func run(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes)
        let first = source.byte()
        guard originals.count == 2 else { throw FuzzFinding("the sample could not be made") }
        var forged = originals[first & 3 == 3 ? 1 : 0]
        // More changes than this say nothing new, and take long.
        for _ in 0..<16 where !source.isEmpty { try change(&forged, &source) }
        try StoreUse.run(forged.bytes, readsByCopying: first & 4 != 0, evacuates: first & 56 == 0)
    }

    private static func change(_ forged: inout ForgedFile, _ source: inout ByteSource) throws {
        let kind = source.byte() % 12
        let page = forged.nodes[source.below(forged.nodes.count)]
        // What ties a node to its place comes before its kind.
        let bodyByteCount = forged.byteCount(of: page) - NodeHeader.kind
        switch kind {
        case 0...2: try forged.set(page, NodeHeader.kind + source.below(52), source.byte())
        case 3: try forged.set(page, NodeHeader.kind + source.number16() % bodyByteCount, source.byte())
        case 4:
            let offset = NodeHeader.count + 8 * (source.number16() % (bodyByteCount / 8))
            try forged.set(page, offset, ByteSource.littleEndian(source.number64()))
        case 5: try forged.redirect(page, to: forged.nodes[source.below(forged.nodes.count)])
        case 6: try forged.setSlot(source.below(Slot.Offset.pins + 64), [source.byte()])
        case 7: try forged.setSlot(8 * source.below(28), ByteSource.littleEndian(source.number64()))
        case 8:
            let offset = NodeHeader.kind + source.number16() % bodyByteCount
            try forged.set(page, offset, source.bytes(Int(source.byte())))
        case 9: try swap(&forged, page, forged.nodes[source.below(forged.nodes.count)])
        case 10: forged.damage(source.number16(), source.bytes(1 + source.below(8)))
        default: try forged.setHeader(8 + source.below(100), [source.byte()])
        }
    }

    /// Gives a node the content of another one.
    private static func swap(_ forged: inout ForgedFile, _ page: Int, _ other: Int) throws {
        let start = other * forged.pageSize
        let end = start + forged.byteCount(of: other)
        try forged.set(page, NodeHeader.tree, Array(forged.bytes[start + NodeHeader.tree..<end]))
    }

    static func seeds() -> [[UInt8]] {
        (0..<12).map { kind in [0, kind, 3, kind &* 7, 9, 0x80, 1, 2, 3, 4, 5, 6, 7, 8] }
            + [[3, 0, 0, 9, 4, 255], [7, 4, 1, 0, 3, 9, 0, 5, 2, 200, 9, 1]]
    }
}
