/// Neighbouring pages.
package struct PageRun: Hashable, Sendable {
    package let first: PageNumber
    package let count: Int

    package init(first: PageNumber, count: Int) {
        self.first = first
        self.count = count
    }

    /// The page after the last one.
    package var end: UInt32 { first.rawValue + UInt32(count) }
}
