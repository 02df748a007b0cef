// Where the values of an object come from.

import QuireStorage

/// Where the values of one object come from.
enum ValueSource {
    /// An unmanaged instance that becomes the row's accessor.
    case instance(Object)
    /// An object whose values are copied, by the names of its properties.
    case copy(Object)
    case dictionary([String: Any])
    /// Values in the order of the stored properties.
    case array([Any])

    /// What somebody passed as `value`; nil if it is none of these.
    init?(_ value: Any) {
        if type(of: value) == [String: Any].self, let dictionary = value as? [String: Any] {
            self = .dictionary(dictionary)
            return
        }
        guard let present = unwrapped(value) else { return nil }
        // Only instances are asked whether they are objects: a dictionary would be bridged to a class for the question.
        if type(of: present) is AnyClass, let object = present as? Object {
            self = .copy(object)
        } else if let dictionary = present as? [String: Any] {
            self = .dictionary(dictionary)
        } else if let elements = anyElements(present) {
            self = .array(elements)
        } else {
            return nil
        }
    }

    /// The value for a property; nil if there is none. The value itself may be nil or NSNull inside.
    func value(for property: PropertyDescription, at position: Int) -> Any? {
        switch self {
        case .instance: return nil
        case .copy(let object):
            guard let description = ClassDescription.of(type(of: object)).property(named: property.name),
                description.isStored
            else { return nil }
            return .some(description.accessor.currentValue(object) as Any)
        case .dictionary(let dictionary): return dictionary[property.name]
        case .array(let elements): return position < elements.count ? elements[position] : nil
        }
    }
}

/// The elements of an array, a list or another collection; nil for what counts as one value.
func anyElements(_ value: Any) -> [Any]? {
    if let array = value as? [Any] { return array }
    if let list = value as? any ListField { return list.anyElements }
    if value is String || value is Substring || value is [String: Any] || value is any RangeReplaceableCollection<UInt8>
    {
        return nil
    }
    guard let collection = value as? any Collection else { return nil }
    func open(_ collection: some Collection) -> [Any] { collection.map { $0 as Any } }
    return open(collection)
}
