// Copies that belong to no Realm.

import QuireStorage

extension Realm {
    /// An unmanaged copy of an object and of everything that it reaches through links and lists; what is reached twice
    /// is copied once, so cycles stay cycles. Inverses of the copies are empty. O(objects reached).
    public func detached<T: Object>(_ object: T) -> T {
        let copier = DetachingCopier()
        guard let copy = copier.copy(object) as? T else { return T() }
        copier.drain()
        return copy
    }

    /// Copies of several objects; what they share is copied once.
    public func detached<S: Sequence>(_ objects: S) -> [S.Element] where S.Element: Object {
        let copier = DetachingCopier()
        let copies = objects.compactMap { copier.copy($0) as? S.Element }
        copier.drain()
        return copies
    }
}

/// Copies a graph, without recursion.
private final class DetachingCopier {
    private var copies: [ObjectKey: Object] = [:]
    private var waiting: [(source: Object, copy: Object)] = []
    /// Keeps unmanaged sources alive, so that their identities stay theirs.
    private var sources: [Object] = []

    /// The copy of an object; its values follow in `drain`.
    func copy(_ object: Object) -> Object {
        if object.isInvalidated {
            stopForMisuse("An object of \(type(of: object)) that was deleted or invalidated cannot be copied.")
        }
        let key = ObjectKey(object)
        if let known = copies[key] { return known }
        let copy = type(of: object).init()
        copies[key] = copy
        sources.append(object)
        waiting.append((object, copy))
        return copy
    }

    func drain() {
        while let (source, copy) = waiting.popLast() {
            for property in ClassDescription.of(type(of: source)).properties where property.isStored {
                fill(property, from: source, to: copy)
            }
        }
    }

    private func fill(_ property: PropertyDescription, from source: Object, to copy: Object) {
        let accessor = property.accessor
        switch property.kind {
        case .value: accessor.copyScalar(from: source, to: copy)
        case .link:
            accessor.setUnmanagedLink(copy, (accessor.currentValue(source) as? Object).map { self.copy($0) })
        case .list where property.targetType == nil: accessor.copyScalar(from: source, to: copy)
        case .list:
            let objects = (accessor.currentValue(source) as? [Any] ?? []).compactMap { $0 as? Object }
            accessor.setUnmanagedElements(copy, objects: objects.map { self.copy($0) })
        case .inverse, .singleInverse: break
        }
    }
}
