// Reading long values from the file.

extension PageFile {
    /// Lends a value whose header and table, at `page`, are verified.
    func withOverflowValue<R>(
        _ head: Node, _ page: PageNumber, _ length: Int, _ body: (ByteView) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        let valueOffset = OverflowRun.valueOffset(length)
        let indexInWindow = Int(page.rawValue) & (windowPages - 1)
        if indexInWindow * pageSize + valueOffset + length <= FileLayout.windowByteCount {
            for index in 0..<OverflowRun.partCount(length) {
                try verifyPart(index, head, page, length)
            }
            return try body(head.bytes(at: valueOffset, count: length))
        }
        let buffer = ZeroedBuffer(byteCount: length)
        try forEachOverflowPart(head, page, length) { index, bytes in
            buffer.node.copy(from: bytes, to: OverflowRun.part(index, of: length).lowerBound)
        }
        return try body(buffer.bytes(length))
    }

    /// Lends a value part by part, each checked and each in memory of its own only during the call.
    func forEachOverflowPart(
        _ head: Node, _ page: PageNumber, _ length: Int, _ body: (Int, ByteView) throws(StorageError) -> Void
    ) throws(StorageError) {
        let start = Int(page.rawValue) * pageSize + OverflowRun.valueOffset(length)
        let buffer = ZeroedBuffer(byteCount: min(length, OverflowRun.partByteCount))
        for index in 0..<OverflowRun.partCount(length) {
            let part = OverflowRun.part(index, of: length)
            let count = try storage.read(at: start + part.lowerBound, into: buffer.node, byteCount: part.count)
            guard count == part.count else { throw .damaged(page, "the file ends inside a long value") }
            try requireChecksum(buffer.bytes(count), index, head, page)
            try body(index, buffer.bytes(count))
        }
    }

    /// Checks one part of a value that lies in one window, unless it was checked before.
    private func verifyPart(_ index: Int, _ head: Node, _ page: PageNumber, _ length: Int) throws(StorageError) {
        let part = OverflowRun.part(index, of: length)
        let offset = OverflowRun.valueOffset(length) + part.lowerBound
        // Parts are as long as the largest page, so that no two begin in the same page.
        let partPage = PageNumber(page.rawValue + UInt32(offset / pageSize))
        let tag = UInt32(truncatingIfNeeded: head.u64(OverflowRun.Offset.table + 8 * index))
        _ = try memory(partPage)
        if isVerified(partPage, tag, isPart: true) { return }
        guard readsByCopying else {
            try requireChecksum(head.bytes(at: offset, count: part.count), index, head, page)
            setVerified(partPage, tag, isPart: true)
            return
        }
        try copying.withLock { _ throws(StorageError) in
            if isVerified(partPage, tag, isPart: true) { return }
            try load(page, at: offset, byteCount: part.count)
            try requireChecksum(head.bytes(at: offset, count: part.count), index, head, page)
            setVerified(partPage, tag, isPart: true)
        }
    }

    private func requireChecksum(
        _ bytes: ByteView, _ index: Int, _ head: Node, _ page: PageNumber
    ) throws(StorageError) {
        let expected = head.u64(OverflowRun.Offset.table + 8 * index)
        guard OverflowRun.partChecksum(bytes, index, seed) == expected else {
            throw .damaged(page, "part \(index) of a long value does not match its checksum")
        }
    }
}
