// One pass of a radix sort.

extension Array {
    /// Puts each element where those with smaller digits leave off; equal digits keep their order. `other` has as many
    /// elements, whatever they are.
    @inline(__always)
    func scatter(into other: inout [Element], digitBits: Int, _ digit: (Element) -> Int) {
        var places = [Int](repeating: 0, count: 1 << digitBits)
        for element in self { places[digit(element)] += 1 }
        var sum = 0
        for index in places.indices { (places[index], sum) = (sum, sum + places[index]) }
        for element in self {
            let digit = digit(element)
            other[places[digit]] = element
            places[digit] += 1
        }
    }
}
