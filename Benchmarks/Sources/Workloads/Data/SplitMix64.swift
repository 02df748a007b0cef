// The generator of all benchmark data: the same seed gives the same data in every engine's program.

/// splitmix64.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator that repeats what any other of this seed gives.
    package init(seed: UInt64 = 42) {
        state = seed
    }

    /// The next draw.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed &>> 31)
    }

    /// Uniform in 0..<1, one draw.
    package mutating func unit() -> Double {
        Double(next() &>> 11) * 0x1p-53
    }

    /// In 0..<bound, one draw. The remainder, so that programs in other languages draw the same.
    package mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }

    /// The numbers below `count` in random order, one draw for each but the first.
    package mutating func permutation(of count: Int) -> [Int] {
        var numbers = Array(0..<count)
        var end = count
        while end > 1 {
            numbers.swapAt(end - 1, below(end))
            end -= 1
        }
        return numbers
    }
}
