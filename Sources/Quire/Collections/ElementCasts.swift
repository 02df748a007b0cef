// From the untyped world of rows and values to the element type of a collection.

/// The object as the element type of a collection, which is its class.
///
/// Unsafe, because nothing is checked: only for elements whose class the description of the property, or the caller of
/// `objects(_:)`, fixed. A checked cast costs more than making the object.
@unsafe
@inlinable @inline(__always)
func unsafeElement<Element>(_ object: Object) -> Element {
    unsafe unsafeBitCast(object, to: Element.self)
}

/// The object that an element of a list of links is. Unsafe in the same way.
@unsafe
@inline(__always)
func unsafeObject<Element>(_ element: Element) -> Object {
    unsafe withUnsafeBytes(of: element) { unsafe $0.load(as: Object.self) }
}

/// What stands for a value that could not be read.
func zeroElement<Element>(_ type: Element.Type) -> Element {
    if let type = Element.self as? any PersistableValue.Type, let zero = type._zero as? Element { return zero }
    stopForMisuse("\(Element.self) cannot be an element of a stored collection.")
}
