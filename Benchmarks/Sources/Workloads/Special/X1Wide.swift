// X1: objects of two hundred properties.

/// Inserts wide objects, reads one property of random ones, sets one property of random ones.
package struct WideClass: Workload {
    package static let name = "X1"
    package static let work =
        "a class of 200 Doubles: insert objects; read one property by key; set one property by key"
    /// Properties of an object besides its key: object n has n, n + 1, …
    package static let properties = 200
    /// The property that is read, and the one that is set.
    package static let (readProperty, setProperty) = (100, 150)
    /// What it is set to.
    package static let value = 0.5
    /// Objects.
    package let count: Int
    /// Keys of those that are read, some more than once.
    package let read: [Int]
    /// Keys of those that are changed.
    package let changed: [Int]
    package let rows: [Row]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        let count = data.scaled(20_000)
        self.count = count
        var generator = SplitMix64(seed: 101)
        read = (0..<10 * count).map { _ in generator.below(count) }
        changed = Array(generator.permutation(of: count).prefix(max(count / 10, 1)))
        rows = [
            Row("X1 insert", .nanoseconds(each: count, of: "object")), Row("X1 read", .nanoseconds(each: read.count)),
            Row("X1 set", .nanoseconds(each: changed.count)),
        ]
        let kept = Set(0..<count).subtracting(changed).reduce(0) { $0 + $1 + Self.setProperty }
        expected = [
            .sum("the properties read", read.reduce(0) { $0 + Double($1 + Self.readProperty) }),
            .sum("the property that was set, over all", Double(kept) + Self.value * Double(changed.count)),
        ]
    }
}
