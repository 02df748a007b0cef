// All model classes of the process. On Linux the runtime lists the type records of every loaded image; where it does
// not, the list is nil and configurations name their classes.

#if canImport(ObjectiveC)
    import ObjectiveC
#endif

/// Finds the subclasses of `Object`.
enum ModelClasses {
    /// A class that only the search can find; proves that it works.
    private final class SelfTest: Object {
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
    }

    /// Every model class of the process, found at the first use; nil where they cannot be found.
    static let all: [Object.Type]? = {
        guard let found = search(), found.contains(where: { $0 == SelfTest.self }) else { return nil }
        return found.filter { $0 != EmbeddedObject.self && $0.shouldIncludeInDefaultSchema() }
    }()

    /// The subclasses, without `Object` itself; nil where there is no way.
    static func search() -> [Object.Type]? {
        #if canImport(ObjectiveC)
            var count: UInt32 = 0
            guard let list = unsafe objc_copyClassList(&count) else { return nil }
            defer { unsafe free(UnsafeMutableRawPointer(list)) }
            var found: [Object.Type] = []
            for index in 0..<Int(count) {
                // Asking a class for its superclass touches nothing else of it; casting might.
                var ancestor: AnyClass? = unsafe class_getSuperclass(list[index])
                while let current = ancestor, current != Object.self { ancestor = class_getSuperclass(current) }
                if ancestor != nil, let type = unsafe list[index] as? Object.Type { found.append(type) }
            }
            return found
        #elseif os(Linux)
            return TypeRecords.subclasses(of: Object.self)?.compactMap { $0 as? Object.Type }
        #else
            return nil
        #endif
    }
}
