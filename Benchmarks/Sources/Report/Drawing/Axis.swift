// From values to places on a drawing.

import Foundation

/// How values are spread over a length.
package enum Spacing: Sendable {
    /// Equal differences have equal lengths.
    case linear
    /// Equal ratios have equal lengths; for values above zero.
    case logarithmic
}

/// One axis of a chart.
struct Axis {
    private let low: Double
    private let high: Double
    private let spacing: Spacing
    private let from: Double
    private let to: Double

    /// An axis for these values, from one coordinate to another. A logarithmic one spans a factor of at least four, so that
    /// noise does not look like growth; a linear one begins at zero.
    init(_ values: [Double], _ spacing: Spacing, from: Double, to: Double, isPadded: Bool) {
        var (low, high) = (values.min() ?? 1, values.max() ?? 1)
        switch spacing {
        case .linear:
            low = 0
            high = max(high * (isPadded ? 1.1 : 1), .leastNormalMagnitude)
        case .logarithmic:
            if isPadded {
                let missing = max(4 / (high / low), 1.2).squareRoot()
                low /= missing
                high *= missing
            }
            if low == high { high = low * 2 }
        }
        (self.low, self.high, self.spacing, self.from, self.to) = (low, high, spacing, from, to)
    }

    /// The coordinate of a value.
    func place(_ value: Double) -> Double {
        let part =
            switch spacing {
            case .linear: (value - low) / (high - low)
            case .logarithmic: log(value / low) / log(high / low)
            }
        return from + part * (to - from)
    }

    /// Round values to mark, some four of them.
    var marks: [Double] {
        switch spacing {
        case .linear:
            let step = Self.roundedUp((high - low) / 5)
            return stride(from: low, through: high, by: step).map { $0 }
        case .logarithmic:
            var marks: [Double] = []
            var power = pow(10, floor(log10(low)))
            while power <= high {
                marks += [1, 2, 5].map { $0 * power }.filter { $0 >= low && $0 <= high }
                power *= 10
            }
            // Over many powers of ten only these.
            let powers = marks.filter { log10($0) == log10($0).rounded() }
            return powers.count >= 3 ? powers : marks
        }
    }

    /// The next of 1, 2, 5, 10, 20, …
    private static func roundedUp(_ value: Double) -> Double {
        let power = pow(10, floor(log10(value)))
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= value } ?? value
    }
}
