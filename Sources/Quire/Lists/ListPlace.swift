// A stored list: reading it. Everything goes to the engine by owner, row and column; nothing is kept here, so that all
// accessors of one list show the same.
import QuireStorage

/// Where a managed list is stored.
struct ListPlace<Element> {
    let property: PropertyBinding
    let owner: OwnerRow

    init(_ property: PropertyBinding, _ row: RowID) {
        self.property = property
        owner = OwnerRow(property.context, row)
    }

    var context: RealmContext { owner.context }
    var row: RowID { owner.row }
    var table: Table { property.table }
    var column: Int { property.column }

    /// "Class.property", for sentences.
    var name: String { "\(property.owner.name).\(property.name)" }

    /// The owner is still there.
    var isAlive: Bool {
        context.attempt(true) { () throws(StorageError) in try owner.exists(in: property.owner) }
    }

    /// The same property of the same object, seen through the same Realm.
    func isSamePlace(as other: ListPlace) -> Bool {
        property === other.property && owner == other.owner
    }

    var count: Int {
        context.attempt(0, at: property) { () throws(StorageError) in try storedCount() }
    }

    /// The element at a position; one that does not exist stops the program.
    func element(at position: Int) -> Element {
        if let target = property.target {
            let objects = ObjectRows(target, .list(property, owner))
            return unsafe unsafeElement(objects.object(at: position, of: name))
        }
        return context.attempt(placeholder, at: property) { () throws(StorageError) in
            check(position, try storedCount())
            return decode(try table.listValue(row, column, at: position), coder)
        }
    }

    /// The elements as they are now.
    func makeIterator() -> ElementIterator<Element> {
        if let target = property.target {
            return ElementIterator(ObjectRows(target, .list(property, owner)))
        }
        let count = count
        let values = context.attempt(nil, at: property) { () throws(StorageError) -> [Value]? in
            try table.listValues(row, column)
        }
        guard let values else { return ElementIterator([], missing: count) }
        let coder = coder
        return ElementIterator(values.map { decode($0, coder) })
    }

    /// The first position of an element; NaN is nowhere, and an unmanaged object neither.
    func position(of element: Element) -> Int? {
        guard let value = storedValue(of: element) else { return nil }
        return context.attempt(nil, at: property) { () throws(StorageError) in
            _ = try storedCount()
            // Swift's own equality of strings would take two spellings of one character for the same.
            if case .text(let text) = value {
                return try table.listValues(row, column).firstIndex { other in
                    if case .text(let other) = other { compareBytes(other, text) == 0 } else { false }
                }
            }
            return try table.listIndex(row, column, of: value)
        }
    }
}

// MARK: What the other parts of a place build on; to be called where errors are caught.

extension ListPlace {
    /// The number of elements; a list whose owner is gone stops the program.
    func storedCount() throws(StorageError) -> Int {
        owner.requireFresh(in: property.owner, name)
        let count = try table.listCount(row, column)
        // A row that is gone has an empty list.
        if count == 0 { try owner.require(in: property.owner, name) }
        return count
    }

    func check(_ position: Int, _ count: Int) {
        if position < 0 || position >= count { stopForMisuse(positionSentence(name, position, count)) }
    }

    func checkInsertion(_ position: Int, _ count: Int) {
        if position < 0 || position > count { stopForMisuse(insertionSentence(name, position, count)) }
    }

    func check(_ range: Range<Int>, _ count: Int) {
        if range.lowerBound < 0 || range.upperBound > count { stopForMisuse(rangeSentence(name, range, count)) }
    }

    /// The coder of the elements, which the description made from this very list type. Not free: ask once for many.
    private var coder: ValueCoder<Element>? {
        property.description.accessor.elementCoder as? ValueCoder<Element>
    }

    private func decode(_ value: Value, _ coder: ValueCoder<Element>?) -> Element {
        if let decoded = coder?.decode(value, context) { return decoded }
        property.foundValueWithoutCase()
        return placeholder
    }

    /// The elements as the engine stores them, unmanaged objects added first; nil if one could not be, which doomed the
    /// scope.
    func encoded(_ elements: [Element]) -> [Value]? {
        guard let coder else { return nil }
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            let value = coder.encode(element, context)
            if property.target != nil, value == .none { return nil }
            values.append(value)
        }
        return values
    }

    /// What stands for an element that could not be read.
    var placeholder: Element { zeroElement(Element.self) }

    /// The stored form of an element to look for; nil if it is nowhere for certain.
    private func storedValue(of element: Element) -> Value? {
        if let object = element as? Object {
            guard let target = property.target, object.context === context, object.binding === target else {
                return nil
            }
            return .link(object.row)
        }
        guard let value = encoded([element])?.first else { return nil }
        switch value {
        case .float(let number) where number.isNaN: return nil
        case .double(let number) where number.isNaN: return nil
        case .date(let number) where number.isNaN: return nil
        default: return value
        }
    }
}
