// Waiting for another thread.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A number that no other running thread has.
func currentThread() -> UInt {
    #if canImport(Darwin)
        unsafe UInt(bitPattern: pthread_self())
    #else
        UInt(pthread_self())
    #endif
}

/// A value that threads change under a lock and wait for. The lock is held only inside `withLock`.
@safe
final class Condition<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let signal: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe signal = .allocate(capacity: 1)
        unsafe signal.initialize(to: pthread_cond_t())
        _ = unsafe pthread_mutex_init(mutex, nil)
        _ = unsafe pthread_cond_init(signal, nil)
    }

    deinit {
        _ = unsafe pthread_cond_destroy(signal)
        _ = unsafe pthread_mutex_destroy(mutex)
        unsafe signal.deallocate()
        unsafe mutex.deallocate()
    }

    /// Changes the value and wakes everybody who waits for it.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        _ = unsafe pthread_mutex_lock(mutex)
        defer {
            _ = unsafe pthread_cond_broadcast(signal)
            _ = unsafe pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    /// Calls `body` until it gives a result, each time after somebody changed the value.
    func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        _ = unsafe pthread_mutex_lock(mutex)
        defer { _ = unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            _ = unsafe pthread_cond_wait(signal, mutex)
        }
    }
}
