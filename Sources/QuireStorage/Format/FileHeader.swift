// The first block of a file: what never changes (Spec/FileFormat.md, "File header").

/// Written once, when the file is made.
package struct FileHeader: Sendable {
    package enum Offset {
        package static let magic = 0
        package static let pageSize = 8
        package static let reservedPerPage = 12
        package static let fileID = 16
        package static let codec = 32
        package static let salt = 40
        package static let keyCheck = 72
        package static let checksum = 120
        package static let byteCount = 128
    }

    /// "QuireDB" and a line feed.
    package static let magic: UInt64 = 0x0A42_4465_7269_7551

    package var pageSize: Int
    package var fileID: (high: UInt64, low: UInt64)

    package var seed: ChecksumSeed { ChecksumSeed(fileID: fileID) }

    func encode(into block: Node) {
        block.setU64(Offset.magic, Self.magic)
        block.setU32(Offset.pageSize, UInt32(pageSize))
        block.setU64(Offset.fileID, fileID.low)
        block.setU64(Offset.fileID + 8, fileID.high)
        block.setU64(Offset.checksum, Self.checksum(block.bytes(at: 0, count: Offset.checksum)))
    }

    private static func checksum(_ bytes: ByteView) -> UInt64 { Checksum.hash(bytes, seed: magic) }

    /// Reads the first bytes of a file that is `fileByteCount` long; `block` holds at least `Offset.byteCount` bytes,
    /// zeros where the file is shorter.
    static func decode(_ block: Node, fileByteCount: Int, path: String) throws(StorageError) -> FileHeader {
        guard block.u64(Offset.magic) == magic || Flaws.everywhere.contains(.anyFileAccepted) else {
            throw notADatabase(block, path)
        }
        guard fileByteCount >= FileLayout.headByteCount else {
            throw StorageError(
                .damaged, "\(path) was cut off after \(fileByteCount) bytes, inside its head: restore a copy of it.")
        }
        guard block.u64(Offset.checksum) == checksum(block.bytes(at: 0, count: Offset.checksum)) else {
            throw StorageError(.damaged, "The header of \(path) (bytes 0 to 127) is damaged: restore a copy of it.")
        }
        let pageSize = Int(block.u32(Offset.pageSize))
        guard FileLayout.isPageSize(pageSize) else {
            throw StorageError(.damaged, "The header of \(path) names a page size of \(pageSize): restore a copy.")
        }
        guard block.u32(Offset.codec) == 0, block.u32(Offset.reservedPerPage) == 0 else {
            throw StorageError(
                .formatTooNew,
                "\(path) uses page codec \(block.u32(Offset.codec)), unknown to this version: use a newer one.")
        }
        return FileHeader(
            pageSize: pageSize, fileID: (high: block.u64(Offset.fileID + 8), low: block.u64(Offset.fileID)))
    }

    private static func notADatabase(_ block: Node, _ path: String) -> StorageError {
        // "T-DB" at byte 16 is how the files of Realm begin.
        if block.u32(16) == 0x4244_2D54 {
            return StorageError(
                .notADatabase,
                "\(path) is a Realm file, which has another format: choose another path, and import its data as JSON.")
        }
        return StorageError(
            .notADatabase, "\(path) is not a Quire database: choose another path. It was left untouched.")
    }
}
