// The number that a wrapper holds in its `column`: packed, because every read starts from it.
//
//   managed    0…15 place in the leaf's directory (0xFFFF: elsewhere) | 16…29 index among the class's properties
//              | 30 a link | 31 may be written in place
//   unmanaged  0 a lazy default is due | 1 belongs to a tracing instance | 2 marked while its class is described
//              | 3 has no declared default | 4 is an inverse | 5…31 number of the mark, or index among the properties

/// The bits of `Persisted.column`. Computed, so that they are literals in the user's module too.
@usableFromInline
enum ColumnNumber {
    @inlinable static var leafMask: UInt32 { 0xFFFF }
    @inlinable static var linkFlag: UInt32 { 1 << 30 }
    @inlinable static var inPlaceFlag: UInt32 { 1 << 31 }

    @inlinable static var lazyFlag: UInt32 { 1 }
    @inlinable static var tracingFlag: UInt32 { 2 }
    @inlinable static var markFlag: UInt32 { 4 }
    @inlinable static var noDefaultFlag: UInt32 { 8 }
    @inlinable static var inverseFlag: UInt32 { 16 }
    /// What sends an unmanaged read off its shortest way.
    @inlinable static var slowReadMask: UInt32 { lazyFlag | tracingFlag }

    /// Where the number in an unmanaged column begins.
    static let markShift: UInt32 = 5

    /// Classes may have this many properties.
    static let propertyLimit = 1 << 14

    /// The number of a managed property.
    static func managed(leafColumn: Int?, property: Int, isLink: Bool, isInPlace: Bool) -> UInt32 {
        let place = leafColumn.map { UInt32($0) } ?? leafMask
        return place | UInt32(property) << 16 | (isLink ? linkFlag : 0)
            | (isInPlace && leafColumn != nil ? inPlaceFlag : 0)
    }

    /// The index of the property of a managed number.
    static func propertyIndex(_ column: UInt32) -> Int { Int(column >> 16 & 0x3FFF) }
    /// The number in the upper bits of an unmanaged one.
    static func mark(_ column: UInt32) -> Int { Int(column >> markShift) }
}
