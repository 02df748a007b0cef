// Which test asks a question of a column.

/// What is asked of one column.
package enum ColumnCondition: Sendable, Equatable {
    case isNil
    /// nil and NaN lie in no range.
    case within(ValueBounds)
    /// nil may be one of them; NaN equals nothing.
    case isIn([Value])
    case text(TextCondition)

    /// Whether nil is an answer.
    package var passesNil: Bool {
        switch self {
        case .isNil: true
        case .isIn(let values): values.contains(.none)
        case .within, .text: false
        }
    }
}

extension Table {
    /// The test that asks a question of a column that is neither a link nor a list.
    package func test(_ column: Int, _ condition: ColumnCondition) -> RowTest {
        let scanned = ScanColumn(self, column)
        switch condition {
        case .isNil: return NilTest(scanned)
        case .within(let bounds): return Self.test(scanned, bounds)
        case .isIn(let values):
            var tests: [RowTest] = []
            if values.contains(.none) { tests.append(NilTest(scanned)) }
            let present = values.filter { $0 != .none }
            if present.count == 1 {
                tests.append(Self.test(scanned, ValueBounds(only: present[0])))
            } else if !present.isEmpty {
                tests.append(Self.test(scanned, isIn: present))
            }
            return tests.count == 1 ? tests[0] : AnyTest(tests)
        case .text(let condition):
            guard scanned.type == .text || scanned.type == .data else { return ConstantTest(false) }
            return BytesTest(scanned, condition)
        }
    }

    private static func test(_ column: ScanColumn, _ bounds: ValueBounds) -> RowTest {
        switch column.type {
        case .text, .data: return BytesTest(column, bounds)
        case .uuid: return UUIDTest(column, bounds)
        default:
            guard let range = NumberRange(bounds, column.type), range != .nothing else { return ConstantTest(false) }
            return NumberTest(column, range)
        }
    }

    private static func test(_ column: ScanColumn, isIn values: [Value]) -> RowTest {
        switch column.type {
        case .text, .data: BytesTest(column, isIn: values)
        case .uuid: UUIDTest(column, isIn: values)
        default: NumberSetTest(column, values)
        }
    }
}
