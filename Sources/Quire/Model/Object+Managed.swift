// The slow paths of managed objects.

import QuireStorage

extension Object {
    /// Finds the row again after the stamp moved. False if the scope is doomed; a deleted object stops the program.
    @usableFromInline
    @inline(never)
    final func locateToRead() -> Bool { false }

    /// As `locateToRead`, to change columns in place.
    @usableFromInline
    @inline(never)
    final func locateToWrite() -> Bool { false }

    /// Reads a property of any type; nil where the scope is doomed.
    @usableFromInline
    @inline(never)
    final func readGeneral<T>(_ column: UInt32, _ type: T.Type) -> T? { nil }

    /// Writes a property of any type.
    @usableFromInline
    @inline(never)
    final func writeGeneral<T>(_ column: UInt32, _ value: T) {}
}

/// What a tracing instance gives for a property, after noting its name.
@usableFromInline
func tracedValue<T: PersistableValue>(of object: Object, _ column: UInt32, _ type: T.Type) -> T { ._zero }
