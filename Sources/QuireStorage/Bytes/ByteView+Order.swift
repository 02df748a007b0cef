// Order and equality of bytes: the order of text, data and every encoded key.

extension ByteView {
    /// −1, 0 or 1, as unsigned bytes compare; a prefix comes before what it begins.
    package func compare(_ other: ByteView) -> Int {
        let common = min(count, other.count)
        var i = 0
        while i + 8 <= common {
            let a = u64(i)
            let b = other.u64(i)
            if a != b { return a.byteSwapped < b.byteSwapped ? -1 : 1 }
            i += 8
        }
        while i < common {
            let a = self[i]
            let b = other[i]
            if a != b { return a < b ? -1 : 1 }
            i += 1
        }
        return count == other.count ? 0 : (count < other.count ? -1 : 1)
    }

    package func isEqual(_ other: ByteView) -> Bool { count == other.count && compare(other) == 0 }

    /// How many leading bytes are equal.
    package func commonPrefix(_ other: ByteView) -> Int {
        let common = min(count, other.count)
        var i = 0
        while i + 8 <= common, u64(i) == other.u64(i) { i += 8 }
        while i < common, self[i] == other[i] { i += 1 }
        return i
    }

    /// Eight bytes from `offset` on as one number in which earlier bytes weigh more; zeros stand for bytes past the end.
    package func head(_ offset: Int) -> UInt64 {
        if offset + 8 <= count { return u64(offset).byteSwapped }
        var value: UInt64 = 0
        var i = offset
        var shift: UInt64 = 56
        while i < count {
            value |= UInt64(self[i]) << shift
            i += 1
            shift &-= 8
        }
        return value
    }
}

extension Array where Element == UInt8 {
    /// Lends the array's bytes.
    @inline(__always)
    package func withView<R>(_ body: (ByteView) throws(StorageError) -> R) throws(StorageError) -> R {
        var result: Result<R, StorageError>?
        unsafe withUnsafeBytes { buffer in
            let view = unsafe ByteView(buffer)
            do throws(StorageError) { result = .success(try body(view)) } catch { result = .failure(error) }
        }
        guard let result else { preconditionFailure("a body that ran leaves a result") }
        return try result.get()
    }
}
