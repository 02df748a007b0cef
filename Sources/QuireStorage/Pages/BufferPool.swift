// Memory for dirty nodes, reused from one transaction to the next.

/// Keeps a bounded number of freed buffers of the common sizes.
struct BufferPool: ~Copyable {
    private let pageSize: Int
    /// Free buffers of 1, 2, 4, 8 and 16 pages.
    private var free: [[Node]] = Array(repeating: [], count: 5)
    private static var keptPerSize: Int { 256 }

    init(pageSize: Int) { self.pageSize = pageSize }

    deinit {
        for buffers in free {
            for buffer in buffers { buffer.deallocate() }
        }
    }

    private func slot(_ pageCount: Int) -> Int? {
        pageCount.nonzeroBitCount == 1 && pageCount <= 16 ? pageCount.trailingZeroBitCount : nil
    }

    /// A buffer with undefined content.
    mutating func take(pageCount: Int) -> Node {
        if let slot = slot(pageCount), let buffer = free[slot].popLast() { return buffer }
        return Node.allocate(byteCount: pageCount * pageSize)
    }

    mutating func give(_ buffer: Node, pageCount: Int) {
        if let slot = slot(pageCount), free[slot].count < Self.keptPerSize {
            free[slot].append(buffer)
        } else {
            buffer.deallocate()
        }
    }
}
