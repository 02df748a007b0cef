// What a number may be: every comparison of numbers is a range. > 5 is from the number after 5 on.

/// What a number may be: a closed range of integers or of floating-point numbers; empty ones are `nothing`.
package enum NumberRange: Sendable, Equatable {
    case integers(ClosedRange<Int64>)
    case floats(ClosedRange<Float>)
    case doubles(ClosedRange<Double>)
    case nothing

    /// What lies between two bounds, each of which may belong to it, or may be missing. nil if a bound is no number of
    /// the column's type.
    package init?(_ bounds: ValueBounds, _ type: ColumnType) {
        switch type {
        case .bool, .int8, .int16, .int32, .int64: self = Self.integers(bounds)
        case .float: self = Self.floats(bounds)
        case .double, .date: self = Self.doubles(bounds)
        default: return nil
        }
    }

    private static func integers(_ bounds: ValueBounds) -> NumberRange {
        var lower = Int64.min
        var upper = Int64.max
        if let bound = bounds.lower {
            guard let number = integer(bound.value) else { return .nothing }
            if !bound.isIncluded, number == .max { return .nothing }
            lower = bound.isIncluded ? number : number + 1
        }
        if let bound = bounds.upper {
            guard let number = integer(bound.value) else { return .nothing }
            if !bound.isIncluded, number == .min { return .nothing }
            upper = bound.isIncluded ? number : number - 1
        }
        return lower <= upper ? .integers(lower...upper) : .nothing
    }

    private static func integer(_ value: Value) -> Int64? {
        switch value {
        case .int(let value): value
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    private static func doubles(_ bounds: ValueBounds) -> NumberRange {
        func number(_ value: Value) -> Double? {
            switch value {
            case .double(let value), .date(let value): value
            default: nil
            }
        }
        return closed(bounds, number).map { .doubles($0) } ?? .nothing
    }

    private static func floats(_ bounds: ValueBounds) -> NumberRange {
        func number(_ value: Value) -> Float? { if case .float(let value) = value { value } else { nil } }
        return closed(bounds, number).map { .floats($0) } ?? .nothing
    }

    /// Both zeros are one number; nothing lies between NaN and anything.
    private static func closed<F: BinaryFloatingPoint>(
        _ bounds: ValueBounds, _ number: (Value) -> F?
    ) -> ClosedRange<F>? {
        var lower = -F.infinity
        var upper = F.infinity
        if let bound = bounds.lower {
            guard let value = number(bound.value), !value.isNaN else { return nil }
            if !bound.isIncluded, value == .infinity { return nil }
            lower = bound.isIncluded ? value : value.nextUp
        }
        if let bound = bounds.upper {
            guard let value = number(bound.value), !value.isNaN else { return nil }
            if !bound.isIncluded, value == -.infinity { return nil }
            upper = bound.isIncluded ? value : value.nextDown
        }
        return lower <= upper ? lower...upper : nil
    }

    /// Whether a value lies in it; nil and NaN do not.
    func contains(_ value: Value) -> Bool {
        switch (self, value) {
        case (.integers(let range), .int(let number)): range.contains(number)
        case (.integers(let range), .bool(let value)): range.contains(value ? 1 : 0)
        case (.floats(let range), .float(let number)): range.contains(number)
        case (.doubles(let range), .double(let number)), (.doubles(let range), .date(let number)):
            range.contains(number)
        default: false
        }
    }
}

/// Two bounds of a range of values, either of which may be missing.
package struct ValueBounds: Sendable, Equatable {
    package struct Bound: Sendable, Equatable {
        package var value: Value
        package var isIncluded: Bool

        package init(_ value: Value, isIncluded: Bool) {
            self.value = value
            self.isIncluded = isIncluded
        }
    }

    package var lower: Bound?
    package var upper: Bound?

    package init(lower: Bound? = nil, upper: Bound? = nil) {
        self.lower = lower
        self.upper = upper
    }

    /// Nothing but one value.
    package init(only value: Value) {
        lower = Bound(value, isIncluded: true)
        upper = lower
    }
}
