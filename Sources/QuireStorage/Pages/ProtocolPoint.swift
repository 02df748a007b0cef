// Named points between the steps by which readers and writers of one file agree: where tests stop one of them and let
// another one run.

/// What has just been done, and nothing of what follows. A test that stops a thread at each of them sees every order of
/// the steps that matters; without one it costs a look at a nil beside a system call.
package enum ProtocolPoint: String, CaseIterable, Sendable {
    /// A reader chose the newest state that it knows of; its lock is not there yet.
    case pinChosen
    /// Its lock is there; it has not looked yet whether the state still was the newest one by then.
    case pinLocked
    /// A reader lets go of a state; its lock is still there.
    case pinLeaving
    /// A writer has the gate and the lock, and has looked at nothing yet.
    case writerEntered
    /// It knows what others committed and have pinned.
    case writerReady
    case pagesWritten
    case slotWritten
    case slotSynced
    case recordWritten
    /// The commit is the newest state for this process.
    case statePublished
    /// The writer is about to give gate and lock back.
    case writerLeaving
}

extension PageFile {
    @inline(__always)
    func reach(_ point: ProtocolPoint) {
        if let onPoint { onPoint(point) }
    }
}
