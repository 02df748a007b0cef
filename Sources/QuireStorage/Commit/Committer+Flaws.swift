// What a commit does wrong while a defence is left out.

extension Committer {
    /// The list of what a transaction wrote.
    func manifest(of writer: RunWriter) -> Manifest {
        var manifest = writer.manifest
        if file.flaws.contains(.incompleteManifest), let last = manifest.runs.last, last.count > 1 {
            // The last node is the root of the free bitmap, one page.
            manifest.runs[manifest.runs.count - 1] = PageRun(first: last.first, count: last.count - 1)
            manifest.checksums.removeLast()
        }
        return manifest
    }

    func writeFlawedPageCount(_ pageCount: Int) throws(StorageError) {
        let field = ZeroedBuffer(byteCount: 8)
        field.node.setU64(0, UInt64(pageCount))
        try storage.write(field.bytes(8), at: FileHeader.flawedPageCount)
    }
}

extension FileHeader {
    /// Where the page count lies that only a flaw writes and believes.
    fileprivate static let flawedPageCount = 256

    func believeFlawedPageCount(_ head: ZeroedBuffer, _ byteCount: Int, _ path: String) throws(StorageError) {
        guard head.node.u64(Self.flawedPageCount) > UInt64(byteCount / pageSize) else { return }
        throw StorageError(.damaged, "\(path) is shorter than its header says: restore a copy.")
    }
}
