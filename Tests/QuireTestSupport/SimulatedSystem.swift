// A machine without chance: seeded random numbers and a boot id of one's choice.

package import QuireStorage
import Synchronization

/// The real file system, but for its random numbers and boot id.
package final class SimulatedSystem: FileSystem {
    private let real = PosixFileSystem()
    private let state: Mutex<UInt64>
    package let bootID: BootID

    package init(seed: UInt64, boot: UInt64 = 1) {
        state = Mutex(seed)
        bootID = BootID(high: 0, low: boot)
    }

    /// SplitMix64.
    package func random() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }

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
