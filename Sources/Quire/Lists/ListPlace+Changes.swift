// A stored list: changing it. Elements are coded before the engine is called, because coding an unmanaged object adds
// it.
import QuireStorage

extension ListPlace {
    /// Runs one change inside the open write; outside of one the program stops.
    private func change(_ body: () throws(StorageError) -> Void) {
        context.requireWrite("change", property)
        context.change((), at: property, body)
    }

    private var isOwning: Bool { property.target?.isEmbedded ?? false }

    /// Embedded objects live in one place: one that lives somewhere already cannot be put in.
    private func refuseManagedEmbedded(_ elements: [Element]) {
        guard isOwning else { return }
        var seen: Set<ObjectIdentifier> = []
        for case let object as Object in elements {
            if object.context != nil {
                stopForMisuse(
                    "\(name): the embedded \(type(of: object)) already lives inside another object or list; "
                        + "put a copy in.")
            }
            if !seen.insert(ObjectIdentifier(object)).inserted {
                stopForMisuse("\(name): the same embedded \(type(of: object)) is put in twice; put a copy in.")
            }
        }
    }

    private func encodedToStore(_ elements: [Element]) -> [Value]? {
        refuseManagedEmbedded(elements)
        return encoded(elements)
    }

    /// Puts elements before the one at `position`; nil appends.
    func insert(_ elements: [Element], at position: Int?) {
        change { () throws(StorageError) in
            let count = try storedCount()
            checkInsertion(position ?? count, count)
            if let values = encodedToStore(elements), !values.isEmpty {
                try table.listInsert(row, column, at: position ?? count, values)
            }
        }
    }

    /// Appends one element: an object goes its own way, because lists are mostly built one by one.
    func append(_ element: Element) {
        guard let target = property.target, !isOwning else { return insert([element], at: nil) }
        change { () throws(StorageError) in
            owner.requireFresh(in: property.owner, name)
            if !table.isAppending(to: row, column) { try owner.require(in: property.owner, name) }
            guard let linked = unsafe context.rowToLink(unsafeObject(element), target) else { return }
            try table.listAppend(row, column, linked)
        }
    }

    func set(_ element: Element, at position: Int) {
        change { () throws(StorageError) in
            check(position, try storedCount())
            if isOwning, let object = element as? Object, object.context === context,
                try table.listValue(row, column, at: position) == .link(object.row)
            {
                return
            }
            guard let value = encodedToStore([element])?.first else { return }
            try table.listSet(row, column, at: position, value)
        }
    }

    /// Takes out what `range` makes of the count, which must lie within the list.
    func remove(_ range: (Int) -> Range<Int>) {
        change { () throws(StorageError) in
            let count = try storedCount()
            let range = range(count)
            check(range, count)
            if !range.isEmpty { try table.listRemove(row, column, range) }
        }
    }

    func remove(_ range: Range<Int>) {
        remove { _ in range }
    }

    /// Takes several ranges out, first to last, of a list that had `count` elements when they were chosen.
    func remove(_ ranges: [Range<Int>], ofList count: Int) {
        change { () throws(StorageError) in
            try requireUnchanged(count)
            for range in ranges.reversed() { try table.listRemove(row, column, range) }
        }
    }

    /// Stops the program if a closure that only decides changed the list.
    private func requireUnchanged(_ count: Int) throws(StorageError) {
        if try storedCount() != count {
            stopForMisuse("\(name): the list was changed by a closure that it called; change it before or afterwards.")
        }
    }

    func removeAll() {
        change { () throws(StorageError) in
            _ = try storedCount()
            try table.listRemoveAll(row, column)
        }
    }

    /// Puts elements in the place of a range.
    func replace(_ range: (Int) -> Range<Int>, with elements: [Element]) {
        change { () throws(StorageError) in
            let count = try storedCount()
            let range = range(count)
            check(range, count)
            guard let values = encodedToStore(elements) else { return }
            if !range.isEmpty { try table.listRemove(row, column, range) }
            if !values.isEmpty { try table.listInsert(row, column, at: range.lowerBound, values) }
        }
    }

    /// Drops everything, links that wait for a key too, and puts other elements in.
    func assign(_ elements: [Element]) {
        change { () throws(StorageError) in
            _ = try storedCount()
            guard let values = encodedToStore(elements) else { return }
            try table.listRemoveAll(row, column)
            if !values.isEmpty { try table.listInsert(row, column, at: 0, values) }
        }
    }

    func move(from: Int, to: Int) {
        change { () throws(StorageError) in
            let count = try storedCount()
            check(from, count)
            check(to, count)
            if from != to { try table.listMove(row, column, from: from, to: to) }
        }
    }

    /// Moves the elements at these positions before the one that is at `target` now.
    func move(_ moved: Set<Int>, before target: Int) {
        change { () throws(StorageError) in
            let count = try storedCount()
            for position in moved { check(position, count) }
            checkInsertion(target, count)
            try table.listReorder(row, column, movedOrder(count, moving: moved, before: target))
        }
    }

    func swap(_ first: Int, _ second: Int) {
        change { () throws(StorageError) in
            let count = try storedCount()
            check(first, count)
            check(second, count)
            if first != second { try table.listSwap(row, column, first, second) }
        }
    }

    /// Gives place i the element that is at `order[i]` now.
    func reorder(_ order: [Int]) {
        change { () throws(StorageError) in
            try requireUnchanged(order.count)
            try table.listReorder(row, column, order)
        }
    }
}
