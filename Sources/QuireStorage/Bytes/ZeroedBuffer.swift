// Memory for bytes on their way to or from a file.

/// Memory that starts as zeros and goes with its last reference.
final class ZeroedBuffer {
    let node: Node
    let byteCount: Int

    init(byteCount: Int) {
        self.byteCount = byteCount
        node = Node.allocate(byteCount: max(byteCount, 1))
        node.clear(at: 0, byteCount: byteCount)
    }

    deinit { node.deallocate() }

    func bytes(_ count: Int) -> ByteView { node.bytes(at: 0, count: count) }
}
