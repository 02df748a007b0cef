// The numbers that name things in a file. Each kind has a type of its own, so that one cannot be passed for another.

/// The number of a page in the file, counted from the file's first byte: page n begins at n × page size. 31 bits.
@frozen
package struct PageNumber: Hashable, Comparable, Sendable {
    package let rawValue: UInt32

    @inlinable
    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    /// Page numbers stay below this: bit 31 marks a node that the running transaction changed.
    package static let limit: UInt32 = 1 << 31

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The number of a committed transaction, from 1 upwards, never reused. 0 stands for "before the first".
@frozen
package struct TransactionID: Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    @inlinable
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Numbers stay below this: those above have no lock by which a reader could pin them.
    package static let limit: UInt64 = (1 << 62) - 2

    package var next: TransactionID { TransactionID(rawValue + 1) }

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The number of an object in its class, from 1 upwards, never reused. 48 bits; the upper 16 are zero and reserved.
@frozen
package struct RowID: Hashable, Comparable, Sendable, BitwiseCopyable {
    package let rawValue: UInt64

    @inlinable
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Row ids stay below this.
    package static let limit: UInt64 = 1 << 48

    @inlinable
    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The number of a class in its file, from 0 upwards, in the order in which classes were first declared.
@frozen
package struct ClassID: Hashable, Sendable {
    package let rawValue: UInt32

    @inlinable
    package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The number of a tree in its file; it names the tree's root in the directory and stands in each of its nodes.
@frozen
package struct TreeID: Hashable, Comparable, Sendable {
    package let rawValue: UInt32

    @inlinable
    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
