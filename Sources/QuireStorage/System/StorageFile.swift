// The seam between the engine and the operating system: everything that the engine asks of a file. Tests put a file in
// memory, a recording file or a failing file in the place of a real one.

/// How far a sync must reach.
package enum SyncKind: Sendable {
    /// The bytes, and of the metadata what is needed to read them back.
    case data
    /// The metadata too: after the length changed.
    case full
    /// Only order: nothing written later may reach the medium before what was written earlier.
    case barrier
}

/// What tells one file from another, whatever paths lead to it.
package struct FileIdentity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// One open file. Safe to use from any thread; offsets and counts are bytes.
package protocol StorageFile: AnyObject, Sendable {
    /// For messages; a file in memory gives its name.
    var path: String { get }
    var identity: FileIdentity { get }
    /// False where a file system copies blocks on write, so that zeros written ahead of need would gain nothing.
    var wantsSlack: Bool { get }

    /// Throws `.usedAfterFork` in a process that was forked since the file was opened. An atomic load.
    func requireUsable() throws(StorageError)
    func byteCount() throws(StorageError) -> Int
    /// Reads into `node` from its start on; gives fewer bytes than asked for only at the end of the file.
    func read(at offset: Int, into node: Node, byteCount: Int) throws(StorageError) -> Int
    /// Writes all of `bytes`, growing the file if need be.
    func write(_ bytes: ByteView, at offset: Int) throws(StorageError)
    /// Writes pieces of memory, 1,024 at most, one behind the other.
    func write(_ pieces: [ByteView], at offset: Int) throws(StorageError)
    /// Maps a range to read; the range may reach past the end of the file, where nobody may look until the file is
    /// longer.
    func map(at offset: Int, byteCount: Int) throws(StorageError) -> MemoryRegion
    /// Has the system begin to bring bytes that were written to the medium, without waiting for it: the next sync then
    /// waits for less. Promises nothing and reports nothing; a failure is reported by the sync.
    func startWriting(at offset: Int, byteCount: Int)
    /// Sets the length; new bytes read as zeros.
    func truncate(to byteCount: Int) throws(StorageError)
    func sync(_ kind: SyncKind) throws(StorageError)
    /// Takes a lock for this opening of the file, against every other one in this process or another; throws `.inUse`.
    /// An opening that holds the lock already changes it to the new kind.
    func lock(_ byte: LockByte, _ kind: LockKind, _ wait: LockWait) throws(StorageError)
    /// Gives a lock back; nothing happens without one.
    func unlock(_ byte: LockByte)
    /// True if other processes may have the file open too; then nothing about it is certain without a lock.
    var isShared: Bool { get }
    /// A transaction in a range that some other opening has pinned; nil if none has.
    func foreignPin(in range: ClosedRange<UInt64>) throws(StorageError) -> TransactionID?
    /// Its length, for a writer that is about to begin; nil once the file was deleted, or replaced by another one.
    func byteCountInPlace() throws(StorageError) -> Int?
    /// Gives back everything, the lock included. Nothing may be called afterwards; maps stay.
    func close()
}

extension StorageFile {
    /// Joins the pieces, for files that are asked to write one.
    package func write(_ pieces: [ByteView], at offset: Int) throws(StorageError) {
        let joined = ZeroedBuffer(byteCount: pieces.reduce(0) { $0 + $1.count })
        var end = 0
        for piece in pieces {
            joined.node.copy(from: piece, to: end)
            end += piece.count
        }
        try write(joined.bytes(end), at: offset)
    }

    /// Writes zeros that really stand on the medium.
    func writeZeros(_ range: Range<Int>) throws(StorageError) {
        let zeros = ZeroedBuffer(byteCount: min(range.count, 1 << 20))
        var position = range.lowerBound
        while position < range.upperBound {
            let part = min(zeros.byteCount, range.upperBound - position)
            try write(zeros.bytes(part), at: position)
            position += part
        }
    }
}

/// How a file is opened.
package enum OpenMode: Sendable {
    case read
    case readAndWrite
    /// Makes the file, which must not exist.
    case create
    /// Makes the file, which must not exist; it will take the place of another one and goes by that one's path already.
    case createReplacement(of: String)
}

/// Names and the machine: files by path, time, chance.
package protocol FileSystem: Sendable {
    func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any StorageFile
    /// nil if there is nothing at the path.
    func identity(_ path: String) throws(StorageError) -> FileIdentity?
    /// Gives a file a second name, which must be free: throws `.fileExists`. Moves it where links are not supported.
    func link(_ path: String, to newPath: String) throws(StorageError)
    /// Moves a file, replacing what was at the new path.
    func rename(_ path: String, to newPath: String) throws(StorageError)
    func remove(_ path: String) throws(StorageError)
    /// Makes the names in the directory of `path` durable.
    func syncDirectory(of path: String) throws(StorageError)
    func random() -> UInt64
    /// Changes when the machine starts; zero where it is not known.
    var bootID: BootID { get }
}

/// One run of the machine, from start to shutdown.
package struct BootID: Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package static let unknown = BootID(high: 0, low: 0)

    /// Reads the hexadecimal digits of a UUID's text; other characters are skipped.
    init(text: some Sequence<UInt8>) {
        var digits: (high: UInt64, low: UInt64) = (0, 0)
        for byte in text {
            let value: UInt64
            switch byte {
            case 0x30...0x39: value = UInt64(byte) - 0x30
            case 0x41...0x46: value = UInt64(byte) - 0x41 + 10
            case 0x61...0x66: value = UInt64(byte) - 0x61 + 10
            default: continue
            }
            digits.high = digits.high << 4 | digits.low >> 60
            digits.low = digits.low << 4 | value
        }
        self.init(high: digits.high, low: digits.low)
    }
}
