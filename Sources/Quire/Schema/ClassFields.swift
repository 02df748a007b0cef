// The stored fields of a class, inherited and private ones too: name, offset and type. The runtime's own reflection
// gives them without an instance; where it does not, a Mirror gives names and types, and the layout rule of Swift
// classes the offsets.

@_spi(Reflection) import Swift

/// A stored field of an instance.
struct ClassField {
    /// As declared in storage: "_balance" for a wrapped `balance`.
    let name: String
    /// From the start of the instance.
    let offset: Int
    let type: Any.Type
}

/// Finds the fields.
enum ClassFields {
    /// Every field of a class and its superclasses, superclass first.
    static func of(_ type: Object.Type, probe: Object) -> [ClassField] {
        if let fields = reflected(type), !fields.isEmpty { return fields }
        return mirrored(probe)
    }

    /// By the runtime's reflection.
    static func reflected(_ type: Object.Type) -> [ClassField]? {
        var fields: [ClassField] = []
        let isComplete = unsafe _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) {
            name, offset, type, _ in
            fields.append(ClassField(name: unsafe String(cString: name), offset: offset, type: type))
            return true
        }
        return isComplete ? fields : nil
    }

    /// By a Mirror of an instance. Fields follow each other, each at the next multiple of its alignment, after the two
    /// words of every object.
    static func mirrored(_ probe: Object) -> [ClassField] {
        var mirrors: [Mirror] = []
        var mirror: Mirror? = Mirror(reflecting: probe)
        while let current = mirror, current.subjectType != Object.self {
            mirrors.append(current)
            mirror = current.superclassMirror
        }
        var offset = baseInstanceSize
        var fields: [ClassField] = []
        for child in mirrors.reversed().flatMap(\.children) {
            let type = type(of: child.value)
            let (size, alignment) = layout(type)
            offset = (offset + alignment - 1) / alignment * alignment
            fields.append(ClassField(name: child.label ?? "", offset: offset, type: type))
            offset += size
        }
        return fields
    }

    /// The end of the state that `Object` itself has.
    private static let baseInstanceSize: Int = {
        (reflected(Object.self) ?? []).map { $0.offset + layout($0.type).size }.max() ?? 0
    }()

    private static func layout(_ type: Any.Type) -> (size: Int, alignment: Int) {
        func open<T>(_ type: T.Type) -> (Int, Int) { (MemoryLayout<T>.size, MemoryLayout<T>.alignment) }
        return open(type)
    }
}
