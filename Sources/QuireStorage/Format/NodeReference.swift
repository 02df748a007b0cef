// How one node refers to another.

/// Where a node is: a page with the tag that its checksum must have, or a node of the running transaction.
///
/// On disk it is 8 bytes, little-endian: page number in the low 32 bits, tag in the high 32 bits. In memory bit 31 marks a
/// dirty node: then the low 31 bits are its index in the transaction's table and the tag is 0. All zero is "no node".
@frozen
package struct NodeReference: Hashable, Sendable {
    package let rawValue: UInt64

    @inlinable
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    @inlinable
    package init(page: PageNumber, tag: UInt32) { rawValue = UInt64(page.rawValue) | UInt64(tag) << 32 }

    @inlinable
    package init(dirtyIndex: Int) { rawValue = UInt64(UInt32(truncatingIfNeeded: dirtyIndex) | PageNumber.limit) }

    package static let none = NodeReference(rawValue: 0)

    @inlinable @inline(__always)
    package var isNone: Bool { rawValue == 0 }

    @inlinable @inline(__always)
    package var isDirty: Bool { rawValue & UInt64(PageNumber.limit) != 0 }

    @inlinable @inline(__always)
    package var dirtyIndex: Int { Int(rawValue & UInt64(PageNumber.limit - 1)) }

    @inlinable @inline(__always)
    package var page: PageNumber { PageNumber(UInt32(truncatingIfNeeded: rawValue)) }

    @inlinable @inline(__always)
    package var tag: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 32) }
}
