// What goes wrong on threads that have no test of their own.

import Foundation

final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []

    func add(_ text: String) { lock.withLock { texts.append(text) } }
    var all: [String] { lock.withLock { texts } }

    func collect(_ body: () throws -> Void) {
        do { try body() } catch { add("\(error)") }
    }

    /// Runs `body` on a thread of its own and waits for it.
    func collectOnAnotherThread(_ body: @escaping @Sendable () throws -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            self.collect(body)
            isDone.signal()
        }
        isDone.wait()
    }
}
