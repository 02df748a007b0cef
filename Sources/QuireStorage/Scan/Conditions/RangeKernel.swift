// The loop of a scan over numbers: 64 values of a column against two bounds give one word of a mask.
//
// A comparison in the loop must not become a branch, which would cost twenty times as much; vectors leave no choice.
// Every operand is of a type that is spelled out: the operators that the compiler picks for `Self`, or for what it has
// to infer, go through the lanes one by one and cost fifty times as much.

/// A number that is held against two bounds eight at a time.
protocol RangeNumber: Comparable, BitwiseCopyable {
    /// Bit i says whether the i-th of eight numbers that lie one behind the other is in the closed range. NaN is in
    /// none.
    static func bits(_ node: Node, _ offset: Int, from lower: Self, through upper: Self) -> UInt64
}

extension Double: RangeNumber {
    @inline(__always)
    static func bits(_ node: Node, _ offset: Int, from lower: Double, through upper: Double) -> UInt64 {
        let values = node.number(offset, as: SIMD8<Double>.self)
        let first = SIMD8<Double>(repeating: lower)
        let last = SIMD8<Double>(repeating: upper)
        let passes: SIMDMask<SIMD8<Int64>> = (values .>= first) .& (values .<= last)
        return laneBits(SIMD8<Int8>(truncatingIfNeeded: unsafe unsafeBitCast(passes, to: SIMD8<Int64>.self)))
    }
}

extension Float: RangeNumber {
    @inline(__always)
    static func bits(_ node: Node, _ offset: Int, from lower: Float, through upper: Float) -> UInt64 {
        let values = node.number(offset, as: SIMD8<Float>.self)
        let first = SIMD8<Float>(repeating: lower)
        let last = SIMD8<Float>(repeating: upper)
        let passes: SIMDMask<SIMD8<Int32>> = (values .>= first) .& (values .<= last)
        return laneBits(SIMD8<Int8>(truncatingIfNeeded: unsafe unsafeBitCast(passes, to: SIMD8<Int32>.self)))
    }
}

extension Int32: RangeNumber {
    @inline(__always)
    static func bits(_ node: Node, _ offset: Int, from lower: Int32, through upper: Int32) -> UInt64 {
        let values = node.number(offset, as: SIMD8<Int32>.self)
        let first = SIMD8<Int32>(repeating: lower)
        let last = SIMD8<Int32>(repeating: upper)
        let passes: SIMDMask<SIMD8<Int32>> = (values .>= first) .& (values .<= last)
        return laneBits(SIMD8<Int8>(truncatingIfNeeded: unsafe unsafeBitCast(passes, to: SIMD8<Int32>.self)))
    }
}

extension Int16: RangeNumber {
    @inline(__always)
    static func bits(_ node: Node, _ offset: Int, from lower: Int16, through upper: Int16) -> UInt64 {
        let values = node.number(offset, as: SIMD8<Int16>.self)
        let first = SIMD8<Int16>(repeating: lower)
        let last = SIMD8<Int16>(repeating: upper)
        let passes: SIMDMask<SIMD8<Int16>> = (values .>= first) .& (values .<= last)
        return laneBits(SIMD8<Int8>(truncatingIfNeeded: unsafe unsafeBitCast(passes, to: SIMD8<Int16>.self)))
    }
}

extension Int8: RangeNumber {
    @inline(__always)
    static func bits(_ node: Node, _ offset: Int, from lower: Int8, through upper: Int8) -> UInt64 {
        let values = node.number(offset, as: SIMD8<Int8>.self)
        let first = SIMD8<Int8>(repeating: lower)
        let last = SIMD8<Int8>(repeating: upper)
        let passes: SIMDMask<SIMD8<Int8>> = (values .>= first) .& (values .<= last)
        return laneBits(unsafe unsafeBitCast(passes, to: SIMD8<Int8>.self))
    }
}

extension UInt8: RangeNumber {
    @inline(__always)
    static func bits(_ node: Node, _ offset: Int, from lower: UInt8, through upper: UInt8) -> UInt64 {
        let values = node.number(offset, as: SIMD8<UInt8>.self)
        let first = SIMD8<UInt8>(repeating: lower)
        let last = SIMD8<UInt8>(repeating: upper)
        let passes: SIMDMask<SIMD8<Int8>> = (values .>= first) .& (values .<= last)
        return laneBits(unsafe unsafeBitCast(passes, to: SIMD8<Int8>.self))
    }
}

extension Int64: RangeNumber {
    /// The oldest processors cannot compare integers of 64 bits as a vector: each is a subtraction and one comparison
    /// without a branch.
    @inline(__always)
    static func bits(_ node: Node, _ offset: Int, from lower: Self, through upper: Self) -> UInt64 {
        let first = UInt64(bitPattern: lower)
        let span = UInt64(bitPattern: upper) &- first
        var bits: UInt64 = 0
        for lane in 0..<8 {
            let isInside = node.u64(offset + 8 * lane) &- first <= span
            bits |= UInt64(unsafe unsafeBitCast(isInside, to: UInt8.self)) << UInt64(lane)
        }
        return bits
    }
}

/// One bit for each lane, all of whose bits are equal.
@inline(__always)
private func laneBits(_ lanes: SIMD8<Int8>) -> UInt64 {
    let diagonal = unsafe unsafeBitCast(lanes, to: UInt64.self) & 0x8040_2010_0804_0201
    // The product adds all bytes up in its highest one.
    return (diagonal &* 0x0101_0101_0101_0101) >> 56
}

enum RangeKernel {
    /// Up to so many slots of a word are looked at one by one.
    private static let fewSlots = 6

    /// Takes out the slots whose numbers do not lie in the closed range. The values of the column begin at `data`, and
    /// there is memory for `capacity` of them.
    @inline(__always)
    static func narrow<Number: RangeNumber>(
        _ mask: SlotMask, _ node: Node, at data: Int, capacity: Int, from lower: Number, through upper: Number
    ) {
        let width = MemoryLayout<Number>.stride
        for word in 0..<mask.wordCount {
            let wanted = mask[word]
            if wanted == 0 { continue }
            let start = word << 6
            var kept: UInt64 = 0
            var done = 0
            if wanted.nonzeroBitCount > fewSlots {
                // In the last word as many vectors as the column has room for.
                let end = min(64, (capacity - start) & ~7)
                while done < end {
                    let bits = Number.bits(node, data + (start + done) * width, from: lower, through: upper)
                    kept |= bits << UInt64(done)
                    done += 8
                }
                kept &= wanted
            }
            var rest = done == 64 ? 0 : wanted & (.max << UInt64(done))
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                let value = node.number(data + (start + bit) * width, as: Number.self)
                if lower <= value, value <= upper { kept |= 1 << UInt64(bit) }
                rest &= rest &- 1
            }
            mask[word] = kept
        }
    }
}

extension Node {
    /// A number, or several that lie one behind the other.
    @inline(__always)
    func number<N: BitwiseCopyable>(_ offset: Int, as type: N.Type) -> N {
        unsafe start.loadUnaligned(fromByteOffset: offset, as: type)
    }
}
