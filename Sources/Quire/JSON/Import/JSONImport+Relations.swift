// Links, lists of links, and children under an inverse.

import QuireStorage

extension JSONImport {
    /// Begins, and for a scalar ends, the next relation of the object on top.
    mutating func readNextRelation(_ top: Int) throws {
        let queued = relations[frames[top].relationCursor]
        let offset = queued.offset
        frames[top].relationCursor += 1
        frames[top].relation = queued.index
        let property = plan(top).relations[queued.index]
        guard offset >= 0 else { return try readAbsentRelation(property, top) }
        let depth = frames[top].depth + 1
        reader.position = offset
        let kind = try reader.peekKind()
        if kind == .null { return try readNullRelation(property, top, at: offset) }
        if property.isList {
            let isDictionary = kind == .object && plans[property.target].readsDictionaryKey
            guard kind == .array || isDictionary else {
                return report(.typeMismatch, property, at: offset, expected: "array of \(property.expected)")
            }
            reader.open()
            let reusable = try reusableRows(property, top)
            lists.append(
                JSONListProgress(
                    cursor: reader.position, linkBase: links.count, isDictionary: isDictionary, reusable: reusable))
            frames[top].hasList = true
            return
        }
        if kind == .object, !property.rule.isReference {
            let target = plans[property.target]
            let key = target.readsDictionaryKey ? reader.key(before: offset) : nil
            return try begin(
                target, at: offset, depth: depth, key: key, position: nil, reusing: try reusableRow(property, top))
        }
        if property.isInverse {
            return report(.typeMismatch, property, at: offset)
        }
        if let row = try row(forKeyAt: offset, property, top) { try setLink(property, row, top) }
    }

    /// A child that stands under its parent need not name it, and says nothing about the link with null.
    private func isGivenByParent(_ property: JSONPlanProperty, _ top: Int) -> Bool {
        guard top > 0, let relation = relation(top - 1), relation.isInverse else { return false }
        return relation.binding.origin === property.binding
    }

    private mutating func readAbsentRelation(_ property: JSONPlanProperty, _ top: Int) throws {
        if isGivenByParent(property, top) { return }
        switch property.rule.absentKey ?? .keep {
        case .error: reportMissing(.missingRequired, property, object: frames[top].offset)
        case .useDefault: try clear(property, top)
        case .keep: try keep(property, top)
        }
    }

    /// An embedded object that is written anew keeps nothing of the old one.
    private mutating func keep(_ property: JSONPlanProperty, _ top: Int) throws {
        if frames[top].isFresh, !frames[top].isBlank { try clear(property, top) }
    }

    private mutating func readNullRelation(_ property: JSONPlanProperty, _ top: Int, at offset: Int) throws {
        if isGivenByParent(property, top) { return }
        switch property.rule.nullValue ?? .clear {
        case .clear, .useDefault: try clear(property, top)
        case .keep: try keep(property, top)
        case .error: report(.nullForRequired, property, at: offset)
        }
    }

    private mutating func clear(_ property: JSONPlanProperty, _ top: Int) throws {
        switch property.kind {
        case .link: try setLink(property, nil, top)
        case .list: try replaceList(property, [], top)
        case .value, .inverse, .singleInverse: break
        }
    }

    // MARK: - To-one links

    mutating func setLink(_ property: JSONPlanProperty, _ target: RowID?, _ top: Int) throws {
        guard let row = frames[top].row else { return }
        let table = plan(top).table
        // A row that was made for this object has no link yet.
        let old = frames[top].isBlank ? nil : try storedLink(property, table, row)
        guard old != target else { return }
        if let target, property.leafColumn >= 0 {
            try table.setLink(
                row, property.column, leafColumn: property.leafColumn, to: target, of: plans[property.target].table)
        } else {
            try table.set(row, property.column, target.map { .link($0) } ?? .none)
        }
        frames[top].isChanged = true
        if let old { noteOrphans([old], property, isForced: false) }
    }

    private func storedLink(_ property: JSONPlanProperty, _ table: Table, _ row: RowID) throws -> RowID? {
        guard property.leafColumn >= 0 else { return try table.rawLink(row, property.column) }
        return try table.storedLink(row, leafColumn: property.leafColumn)
    }

    /// An embedded object is written anew in the row that it has.
    private mutating func reusableRow(_ property: JSONPlanProperty, _ top: Int) throws -> RowID? {
        guard property.kind == .link, plans[property.target].isEmbedded, let row = frames[top].row else { return nil }
        return try plan(top).table.rawLink(row, property.column)
    }

    // MARK: - Keys

    /// The row with the key at an offset, or the one that waits for it; nil once an issue was reported.
    mutating func row(forKeyAt offset: Int, _ property: JSONPlanProperty, _ top: Int) throws -> RowID? {
        let target = plans[property.target]
        guard let keyProperty = target.key, !target.isEmbedded else {
            report(.typeMismatch, property, at: offset)
            return nil
        }
        let failed = frames[top].hasFailed
        if property.rule.isLossy { lossyDepth += 1 }
        let key = scalar(at: offset, keyProperty, for: property)
        if property.rule.isLossy {
            lossyDepth -= 1
            frames[top].hasFailed = failed
        }
        guard let key else { return nil }
        return try self.row(
            for: key, property, top, at: offset, missing: property.rule.unknownReference)
    }

    /// The row with a key, or the one that waits for it; nil once an issue was reported.
    mutating func row(
        for key: Value, _ property: JSONPlanProperty, _ top: Int, at offset: Int, missing: UnknownReference
    ) throws -> RowID? {
        let target = plans[property.target]
        guard fits(key, target.table, property, at: offset) else { return nil }
        if let row = try target.table.find(key: key) { return row }
        let row = try target.table.findOrReserve(key: key)
        let targetKey = JSONRowKey(plan: target.index, row: row)
        guard let owner = frames[top].row else { return row }
        if missing == .deferred {
            if !restorePoints.isEmpty { journal.append(.waiting(targetKey)) }
            waiting[targetKey, default: 0] += 1
        } else {
            strictReferences.append(
                JSONStrictReference(
                    property: property, missing: missing, owner: JSONRowKey(plan: frames[top].plan, row: owner),
                    target: targetKey, key: key, offset: offset, isLossy: lossyDepth > 0 || property.rule.isLossy))
        }
        return row
    }

    // MARK: - Elements

    /// Begins the next element of the list that the object on top is reading, or ends the list.
    mutating func readNextElement(_ top: Int) throws {
        guard var list = lists.last, let property = relation(top) else { return }
        reader.position = list.cursor
        var key: JSONText?
        if list.isDictionary {
            key = try reader.nextKey(isFirst: list.isFirst)
            guard key != nil else { return try finishList(list, property, top) }
        } else {
            guard try reader.nextElement(isFirst: list.isFirst) else { return try finishList(list, property, top) }
        }
        let offset = reader.position
        let index = list.index
        list.isFirst = false
        list.index += 1
        if try reader.peekKind() == .object, !property.rule.isReference {
            let used = links.count - list.linkBase
            lists[lists.count - 1] = list
            let listIndex = lists.count - 1
            try begin(
                plans[property.target], at: offset, depth: frames[top].depth + 2, key: key,
                position: list.isDictionary ? nil : index,
                reusing: used < list.reusable.count ? list.reusable[used] : nil, isLossy: property.rule.isLossy)
            lists[listIndex].cursor = frames[top + 1].end
            return
        }
        try reader.skipValue(depth: frames[top].depth + 2)
        list.cursor = reader.position
        lists[lists.count - 1] = list
        if property.isInverse {
            try linkChild(keyAt: offset, property, top)
        } else if let row = try row(forKeyAt: offset, property, top) {
            links.append(row)
        }
    }

    private mutating func finishList(_ list: JSONListProgress, _ property: JSONPlanProperty, _ top: Int) throws {
        let rows = links.elements(from: list.linkBase)
        links.shorten(to: list.linkBase)
        lists.removeLast()
        frames[top].hasList = false
        guard property.kind == .list else { return }
        let table = plan(top).table
        guard let row = frames[top].row else { return }
        if plans[property.target].isEmbedded { return try finishEmbeddedList(rows, list.reusable, property, top) }
        switch property.rule.listPolicy ?? .replace {
        case .replace:
            try replaceList(property, rows, top)
        case .append:
            try append(rows, property, table, row, top)
        case .union:
            var known: Set<RowID> = []
            var added: [RowID] = []
            for target in rows where known.insert(target).inserted {
                if try !table.links(property.column, from: row, to: target) { added.append(target) }
            }
            try append(added, property, table, row, top)
        }
    }

    private mutating func append(
        _ rows: [RowID], _ property: JSONPlanProperty, _ table: Table, _ row: RowID, _ top: Int
    ) throws {
        guard !rows.isEmpty else { return }
        let end = try table.listCount(row, property.column)
        try table.listInsert(row, property.column, at: end, rows.map { .link($0) })
        frames[top].isChanged = true
    }

    /// Makes the stored list equal to the payload's, and touches nothing where it is.
    mutating func replaceList(_ property: JSONPlanProperty, _ rows: [RowID], _ top: Int) throws {
        guard let row = frames[top].row else { return }
        let table = plan(top).table
        // Empty even for a new row, unless it was entered into the list as a child of what it stands in.
        if frames[top].isBlank, try table.listCount(row, property.column) == 0 {
            return try append(rows, property, table, row, top)
        }
        let stored = try table.storedLinks(row, property.column)
        guard stored != rows else { return }
        if rows.starts(with: stored) {
            try append(Array(rows[stored.count...]), property, table, row, top)
            return
        }
        try table.listRemoveAll(row, property.column)
        try append(rows, property, table, row, top)
        frames[top].isChanged = true
        let kept = Set(rows)
        let isForced = property.rule.orphans == .delete
        noteOrphans(stored.filter { !kept.contains($0) }, property, isForced: isForced)
    }

    // MARK: - Embedded lists

    private mutating func reusableRows(_ property: JSONPlanProperty, _ top: Int) throws -> [RowID] {
        guard property.kind == .list, plans[property.target].isEmbedded, let row = frames[top].row,
            !frames[top].isBlank, property.rule.listPolicy ?? .replace == .replace
        else { return [] }
        return try plan(top).table.storedLinks(row, property.column)
    }

    /// The first rows were written anew in place; the rest is put behind them, or what is left of the old list goes.
    private mutating func finishEmbeddedList(
        _ rows: [RowID], _ reused: [RowID], _ property: JSONPlanProperty, _ top: Int
    ) throws {
        guard let row = frames[top].row else { return }
        let table = plan(top).table
        if rows.count < reused.count {
            try table.listRemove(row, property.column, rows.count..<reused.count)
            frames[top].isChanged = true
        } else {
            try append(Array(rows[reused.count...]), property, table, row, top)
        }
    }

    // MARK: - Children under an inverse

    /// A child that is named by its key alone.
    private mutating func linkChild(keyAt offset: Int, _ property: JSONPlanProperty, _ top: Int) throws {
        let plan = plans[property.target]
        guard let keyProperty = plan.key else { return report(.typeMismatch, property, at: offset) }
        guard let key = scalar(at: offset, keyProperty, for: property), let parent = frames[top].row else { return }
        guard let child = try plan.table.find(key: key) else {
            // Nothing could keep the link until the child comes: it is the child's own property.
            report(
                .unresolvedReference, .warning, at: offset, className: property.className, property: property.name,
                expected: "an object of \(plan.name) with this key")
            return
        }
        noteWritten(child, plan, below: top)
        noteSeen(plan, child, isChanged: try link(child, of: plan, to: parent, through: property))
    }

    /// Makes a child refer to the object under whose inverse it stands; true if it did not yet.
    mutating func link(
        _ child: RowID, of plan: JSONPlan, to parent: RowID, through property: JSONPlanProperty
    ) throws -> Bool {
        guard let origin = property.binding.origin else { return false }
        if origin.description.kind == .list {
            if try plan.table.links(origin.column, from: child, to: parent) { return false }
            let end = try plan.table.listCount(child, origin.column)
            try plan.table.listInsert(child, origin.column, at: end, [.link(parent)])
            return true
        }
        if try plan.table.rawLink(child, origin.column) == parent { return false }
        try plan.table.set(child, origin.column, .link(parent))
        return true
    }

    /// The child on top has been read: its link is made, unless it names another parent itself.
    mutating func linkToParent(_ top: Int) throws {
        guard top > 0, let property = relation(top - 1), property.isInverse, let parent = frames[top - 1].row,
            let child = frames[top].row, let origin = property.binding.origin
        else { return }
        let plan = plan(top)
        if origin.description.kind == .link,
            let own = plan.relations.first(where: { $0.binding === origin }),
            case .at(let offset) = locate(own, top), reader.bytes[offset] != UInt8(ascii: "n"),
            let named = try plan.table.rawLink(child, origin.column)
        {
            guard named != parent else { return }
            report(
                .parentConflict, .warning, at: offset, className: plan.name, property: own.name,
                expected: "the object under which it stands")
            return
        }
        if try link(child, of: plan, to: parent, through: property) { frames[top].isChanged = true }
    }
}

extension Table {
    /// The links of a list as they are stored, those that wait for their object included.
    func storedLinks(_ row: RowID, _ column: Int) throws -> [RowID] {
        try storedList(row, column).compactMap { value in
            if case .link(let row) = value { return row }
            return nil
        }
    }
}
