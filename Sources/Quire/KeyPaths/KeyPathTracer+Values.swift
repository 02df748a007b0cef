// What properties give on a tracing instance: made-up values, two different ones for each type; for a link a tracing
// instance of its class, for a collection one element.

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What can be made up.
private protocol TracedValue {
    static func traced(_ trace: KeyPathTrace) -> Self
}

/// A collection, to tell whether a path gave the one that a property gave.
protocol TracedCollection {
    var tracedIdentity: ObjectIdentifier { get }
}

/// The made-up value of a property.
func madeUpValue<T: PersistableValue>(_ type: T.Type, _ trace: KeyPathTrace) -> T {
    if let type = type as? any TracedValue.Type { return type.traced(trace) as? T ?? ._zero }
    if let type = type as? any PersistableEnum.Type { return tracedCase(type, trace) as? T ?? ._zero }
    return ._zero
}

private func tracedCase<T: PersistableEnum>(_ type: T.Type, _ trace: KeyPathTrace) -> T {
    let cases = Array(T.allCases)
    return (trace.variant ? cases.last : cases.first) ?? ._zero
}

/// The made-up element of a collection or target of a link.
private func tracedElement<T>(_ type: T.Type, _ trace: KeyPathTrace) -> T? {
    if let type = type as? Object.Type { return TracingInstance.make(type) as? T }
    if let type = type as? any TracedValue.Type { return type.traced(trace) as? T }
    if let type = type as? any PersistableEnum.Type { return tracedCase(type, trace) as? T }
    return nil
}

extension FixedWidthInteger where Self: SignedInteger {
    // Neither symmetric nor small, so that hardly anything computed from it is equal to it.
    fileprivate static func traced(_ trace: KeyPathTrace) -> Self { trace.variant ? 113 : -87 }
}

extension Int: TracedValue {}
extension Int8: TracedValue {}
extension Int16: TracedValue {}
extension Int32: TracedValue {}
extension Int64: TracedValue {}
extension Bool: TracedValue {
    fileprivate static func traced(_ trace: KeyPathTrace) -> Bool { trace.variant }
}
extension Float: TracedValue {
    fileprivate static func traced(_ trace: KeyPathTrace) -> Float { trace.variant ? 113.625 : -87.375 }
}
extension Double: TracedValue {
    fileprivate static func traced(_ trace: KeyPathTrace) -> Double { trace.variant ? 113.625 : -87.375 }
}
extension String: TracedValue {
    fileprivate static func traced(_ trace: KeyPathTrace) -> String { trace.variant ? "tRace 2 " : " Trace\t1" }
}
extension Date: TracedValue {
    fileprivate static func traced(_ trace: KeyPathTrace) -> Date {
        Date(timeIntervalSinceReferenceDate: trace.variant ? 123_456_789.625 : -23_456_789.375)
    }
}
extension Data: TracedValue {
    fileprivate static func traced(_ trace: KeyPathTrace) -> Data {
        Data(trace.variant ? [113, 2, 87] : [87, 1, 113])
    }
}
extension UUID: TracedValue {
    fileprivate static func traced(_ trace: KeyPathTrace) -> UUID {
        let end: UInt8 = trace.variant ? 113 : 87
        return UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, end))
    }
}

extension Optional: TracedValue {
    fileprivate static func traced(_ trace: KeyPathTrace) -> Wrapped? {
        trace.givesNil && !(Wrapped.self is Object.Type) ? nil : tracedElement(Wrapped.self, trace)
    }
}

extension List: TracedValue, TracedCollection {
    var tracedIdentity: ObjectIdentifier { ObjectIdentifier(self) }

    fileprivate static func traced(_ trace: KeyPathTrace) -> List {
        let list = List()
        if let element = tracedElement(Element.self, trace) { list.unmanagedElements = [element] }
        return list
    }
}

extension LinkingObjects: TracedValue, TracedCollection {
    var tracedIdentity: ObjectIdentifier { ObjectIdentifier(box) }

    fileprivate static func traced(_ trace: KeyPathTrace) -> LinkingObjects {
        let inverse = LinkingObjects()
        inverse.box.tracingElement = TracingInstance.make(Element.self)
        return inverse
    }
}
