// Sorted views of collections.
import QuireStorage

extension RealmCollection {
    /// A view in the order of a property: stable, nil first when ascending, then NaN; text by its UTF-8 bytes. The way
    /// may lead through to-one links. Live while managed; of an unmanaged list it is a sorted copy. O(n log n) once for
    /// each version; of the first elements the others are not sorted.
    ///
    /// Properties that are not stored work too, at the cost of asking every object.
    public func sorted<V>(by key: KeyPath<Element, V>, ascending: Bool = true) -> Results<Element> {
        _source.sorted(by: key, ascending)
    }

    /// The same by name: "name", or "product.name" through a to-one link. A name that is no stored property stops the
    /// program.
    public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Element> {
        sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
    }

    /// By several properties: the first decides, then the second, and so on.
    public func sorted(by descriptors: some Sequence<SortDescriptor>) -> Results<Element> {
        _source.sorted(by: Array(descriptors))
    }
}

extension RealmCollection where Element: Comparable {
    /// The elements in their own order, as a view.
    public func sorted(ascending: Bool) -> Results<Element> {
        sorted(by: \.self, ascending: ascending)
    }
}

extension _ElementSource {
    func sorted<V>(by path: KeyPath<Element, V>, _ ascending: Bool) -> Results<Element> {
        let key = { (element: Element) in sortValue(element[keyPath: path], of: Element.self) }
        switch kind {
        case .objects(let objects):
            let answer = { (object: Object) in key(unsafe unsafeElement(object)) }
            var criterion = SortCriterion(key: .computed(answer), ascending: ascending)
            if let column = ColumnPath(path, from: objects.binding), column.property.description.kind == .value {
                let isProperty = ColumnPath.isProperty(path, of: objects.binding)
                criterion.key = .stored(column, orElse: isProperty ? nil : answer)
            }
            return objects.sorted(by: [criterion])
        case .values(let place):
            return Results(_ElementSource(.sortedValues(SortedValues(place, by: [(key, ascending)]))))
        case .sortedValues(let sorted):
            return Results(_ElementSource(.sortedValues(sorted.sorted(by: key, ascending))))
        case .unmanaged(let elements):
            return Results(_ElementSource(.unmanaged(sortedElements(elements, by: [(key, ascending)]))))
        }
    }

    func sorted(by descriptors: [SortDescriptor]) -> Results<Element> {
        if case .unmanaged(let elements) = kind, elements.isEmpty { return Results(self) }
        guard case .objects(let objects) = kind else {
            stopForMisuse(
                "\(Element.self): only stored objects can be sorted by a property's name; use sorted(by: key path).")
        }
        return objects.sorted(
            by: descriptors.map { descriptor in
                let names = descriptor.keyPath.split(separator: ".").map(String.init)
                guard let column = ColumnPath(names, from: objects.binding), column.property.description.kind == .value
                else {
                    stopForMisuse(
                        "\(objects.binding.name) cannot be sorted by \"\(descriptor.keyPath)\": name a stored value "
                            + "of it, or one reached through to-one links.")
                }
                return SortCriterion(key: .stored(column, orElse: nil), ascending: descriptor.ascending)
            })
    }
}

extension ObjectRows {
    fileprivate func sorted<Element>(by criteria: [SortCriterion]) -> Results<Element> {
        Results(ObjectRows(binding, .sorted(SortedRows(self, by: criteria))))
    }
}
