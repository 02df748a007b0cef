// What adding numbers up gives: a sum, and how many there were.

/// The sum of numbers. Integers are added exactly.
package struct ColumnTotal {
    package private(set) var count = 0
    package private(set) var integer: Int128 = 0
    package private(set) var double = 0.0
    /// No floating-point number was among them.
    package private(set) var isInteger = true

    package init() {}

    /// Adds a value; nil and what is no number is left out.
    package mutating func add(_ value: Value) {
        switch value {
        case .int(let number): add(Int128(number), count: 1)
        case .double(let number): add(number, count: 1)
        case .float(let number): add(Double(number), count: 1)
        case .none, .bool, .date, .text, .data, .uuid, .link: break
        }
    }

    /// Adds the sum of several integers.
    mutating func add(_ sum: Int128, count: Int) {
        if count > 0 { self.count += count }
        integer += sum
    }

    /// Adds the sum of several floating-point numbers.
    mutating func add(_ sum: Double, count: Int) {
        if count == 0 { return }
        self.count += count
        isInteger = false
        double += sum
    }
}
