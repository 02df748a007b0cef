// Nodes by address, and words of them that several threads read and write at once.

import Synchronization

extension Node {
    /// Memory at an address that came from `address` of a node that still exists.
    @inline(__always)
    init(address: UInt) {
        unsafe self.init(start: UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped)
    }

    /// The memory from `offset` on.
    func part(at offset: Int) -> Node { unsafe Node(start: start + offset) }

    /// Sees everything that happened before the store of the value that it gives. `offset` is a multiple of 4.
    @inline(__always)
    func loadAcquiring32(_ offset: Int) -> UInt32 {
        unsafe (start + offset).assumingMemoryBound(to: Atomic<UInt32>.self).pointee.load(ordering: .acquiring)
    }

    @inline(__always)
    func storeReleasing32(_ offset: Int, _ value: UInt32) {
        unsafe (start + offset).assumingMemoryBound(to: Atomic<UInt32>.self).pointee.store(value, ordering: .releasing)
    }

    /// `offset` is a multiple of 8.
    @inline(__always)
    func loadAcquiring64(_ offset: Int) -> UInt64 {
        unsafe (start + offset).assumingMemoryBound(to: Atomic<UInt64>.self).pointee.load(ordering: .acquiring)
    }

    @inline(__always)
    func storeReleasing64(_ offset: Int, _ value: UInt64) {
        unsafe (start + offset).assumingMemoryBound(to: Atomic<UInt64>.self).pointee.store(value, ordering: .releasing)
    }
}
