// Properties by names that are known at run time only.

import QuireStorage

extension Object {
    /// The name of the class in the file.
    public class func className() -> String { ClassDescription.of(self).name }

    /// A property by its name: scalars as they are stored (an enum as its raw value), an object, a `List` or
    /// `LinkingObjects`, or nil. A value set is coerced as by `create`: one that does not fit dooms the transaction, or
    /// stops the program on an unmanaged object. A name that no property has stops the program, as does setting a key
    /// once the object is managed, or an inverse. O(log n) at worst.
    public final subscript(key: String) -> Any? {
        get {
            let value = property(named: key).accessor.dynamicValue(self)
            guard let present = value.flatMap({ unwrapped($0) }) else { return nil }
            return (present as? any PersistableEnum)?.rawValueAsAny ?? present
        }
        set { setProperty(named: key, to: newValue) }
    }

    /// As `self[key]`.
    public final func value(forKey key: String) -> Any? { self[key] }

    /// As `self[key] = value`.
    public final func setValue(_ value: Any?, forKey key: String) { self[key] = value }

    private func property(named name: String) -> PropertyDescription {
        let description = ClassDescription.of(type(of: self))
        guard let property = description.property(named: name) else {
            stopForMisuse("Invalid property name '\(name)' for class '\(description.name)'.")
        }
        return property
    }

    private func setProperty(named name: String, to value: Any?) {
        let property = property(named: name)
        guard property.isStored else {
            stopForMisuse(
                "\(type(of: self)).\(name) is an inverse and cannot be set: change the link that it follows.")
        }
        guard let context, let binding else { return fill(with: [name: value as Any]) }
        context.requireWrite("change \(type(of: self)).\(name)")
        if property.isPrimaryKey {
            stopForMisuse(
                "\(type(of: self)).\(name) is the primary key, which cannot change once the object is managed: "
                    + "create another object.")
        }
        if isInvalidated {
            stopForMisuse("An object of \(type(of: self)) that was deleted or invalidated cannot be changed.")
        }
        if context.isDoomed { return }
        let writer = context.takeWriter(.error)
        writer.run {
            adoptObjects(in: value, property, writer)
            writer.update(row, binding, from: .dictionary([name: value as Any]))
        }
        context.putBack(writer)
    }

    /// Unmanaged objects that are linked to become managed themselves, as where a property is assigned; only owned ones
    /// are copied.
    private func adoptObjects(in value: Any?, _ property: PropertyDescription, _ writer: ObjectWriter) {
        guard let target = binding?.property(named: property.name)?.target, !target.isEmbedded,
            let present = value.flatMap({ unwrapped($0) })
        else { return }
        for element in anyElements(present) ?? [present] {
            guard let object = unwrapped(element) as? Object, object.context == nil, type(of: object) == target.type
            else { continue }
            _ = writer.adopt(object, target)
        }
    }
}

extension PersistableEnum {
    fileprivate var rawValueAsAny: Any { rawValue }
}
