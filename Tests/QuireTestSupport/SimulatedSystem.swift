// A machine without chance: seeded random numbers and a boot id of one's choice.

package import QuireStorage
import Synchronization

/// The real file system, but for its random numbers and boot id.
package final class SimulatedSystem: FileSystem {
    private let real = PosixFileSystem()
    private let generator: Mutex<SeededGenerator>
    package let bootID: BootID

    package init(seed: UInt64, boot: UInt64 = 1) {
        generator = Mutex(SeededGenerator(seed: seed))
        bootID = BootID(high: 0, low: boot)
    }

    package func random() -> UInt64 { generator.withLock { $0.next() } }

    package func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any StorageFile {
        try real.open(path, mode)
    }
    package func identity(_ path: String) throws(StorageError) -> FileIdentity? { try real.identity(path) }
    package func link(_ path: String, to newPath: String) throws(StorageError) { try real.link(path, to: newPath) }
    package func rename(_ path: String, to newPath: String) throws(StorageError) {
        try real.rename(path, to: newPath)
    }
    package func remove(_ path: String) throws(StorageError) { try real.remove(path) }
    package func syncDirectory(of path: String) throws(StorageError) { try real.syncDirectory(of: path) }
}
