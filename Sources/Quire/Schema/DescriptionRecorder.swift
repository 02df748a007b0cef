// How the options of `@Persisted(…)` reach the description of a class: while its probe instance is made, every wrapper
// with options leaves a record here and keeps the record's number.

import Synchronization

/// How an inverse names its origin.
@usableFromInline
enum OriginProperty {
    case name(String)
    case path(AnyKeyPath)
}

/// What one wrapper said about its property.
struct PropertyOptions {
    var isPrimaryKey = false
    var isIndexed = false
    var rule: AnyJSONRule?
    var originType: Object.Type?
    var originProperty: OriginProperty?
}

/// Collects options while one probe instance is made; belongs to the task that makes it.
final class DescriptionRecorder: @unchecked Sendable {
    @TaskLocal static var current: DescriptionRecorder?
    /// How many recorders are active in the process, so that wrappers outside of a description only test a number.
    static let activeCount = Atomic<Int>(0)

    private(set) var options: [PropertyOptions] = []

    /// Runs `body` with a recorder and gives its result and the records.
    static func record<R>(_ body: () -> R) -> (R, [PropertyOptions]) {
        let recorder = DescriptionRecorder()
        activeCount.add(1, ordering: .relaxed)
        defer { activeCount.subtract(1, ordering: .relaxed) }
        let result = $current.withValue(recorder, operation: body)
        return (result, recorder.options)
    }

    /// The mark to keep in the wrapper.
    func add(_ entry: PropertyOptions) -> UInt32 {
        options.append(entry)
        return ColumnNumber.markFlag | UInt32(options.count - 1) << ColumnNumber.markShift
    }
}

/// Runs only while a class is being described; otherwise the rule is never built.
@usableFromInline
func describe<Value>(_ isPrimaryKey: Bool, _ isIndexed: Bool, _ rule: () -> JSONRule<Value>) -> UInt32 {
    guard DescriptionRecorder.activeCount.load(ordering: .relaxed) > 0, let recorder = DescriptionRecorder.current
    else {
        return 0
    }
    return recorder.add(PropertyOptions(isPrimaryKey: isPrimaryKey, isIndexed: isIndexed, rule: rule().erased))
}

/// As `describe`, for inverses.
@usableFromInline
func describeInverse<Value>(
    _ originType: Object.Type, _ property: () -> OriginProperty, _ rule: () -> JSONRule<Value>
) -> UInt32 {
    guard DescriptionRecorder.activeCount.load(ordering: .relaxed) > 0, let recorder = DescriptionRecorder.current
    else {
        return 0
    }
    return recorder.add(
        PropertyOptions(rule: rule().erased, originType: originType, originProperty: property()))
}
