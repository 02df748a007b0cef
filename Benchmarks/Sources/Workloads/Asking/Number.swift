// How numbers are printed.

import Foundation

/// Figures for people.
package enum Number {
    /// Three digits or so, without an exponent and without zeros at the end of a fraction.
    package static func text(_ value: Double) -> String {
        let size = abs(value)
        let places = size < 0.1 ? 4 : size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0
        var text = String(format: "%.\(places)f", value)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return places == 0 ? grouped(text) : text
    }

    /// Thousands set apart by commas.
    private static func grouped(_ digits: String) -> String {
        var result = ""
        for (place, digit) in digits.reversed().enumerated() {
            if place > 0, place % 3 == 0, digit != "-" { result.append(",") }
            result.append(digit)
        }
        return String(result.reversed())
    }
}
