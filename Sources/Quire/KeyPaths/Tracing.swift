// What the wrapper's getter gives on a tracing instance.

/// Notes the property in the trace that is going on, and makes up a value.
@usableFromInline
func tracedValue<T: PersistableValue>(of object: Object, _ column: UInt32, _ valueType: T.Type) -> T {
    guard let trace = KeyPathTrace.current, let name = TracingInstance.name(of: column, in: object) else {
        return ._zero
    }
    return trace.value(of: name, valueType)
}
