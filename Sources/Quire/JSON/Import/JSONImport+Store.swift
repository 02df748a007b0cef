// An object's row: found by its key or inserted, and its values written where they differ.

import QuireStorage

extension JSONImport {
    /// Reads key and values, finds or makes the row and writes to it.
    mutating func storeValues(_ top: Int, _ plan: JSONPlan, reusing: RowID?) throws {
        var probe: Object?
        let keyColumn = reusing == nil && canFindDirectly(plan) ? plan.keyColumn : nil
        var key = Value.none
        if keyColumn == nil, let property = plan.key {
            guard let read = readKey(property, plan, top, &probe) else {
                frames[top].isRefused = true
                // The values are read all the same, for the issues that they may have.
                if onIssue == .rollback { for property in plan.values { _ = read(property, top) } }
                return
            }
            key = read
        }
        if !readings.isEmpty { readings.removeAll(keepingCapacity: true) }
        if plan.hasGeneral || hasOther {
            for index in 0..<plan.columns.count where isGeneral(plan.columns[index]) {
                readings.append(read(plan.values[index], top))
            }
        }
        let row: RowID
        if let keyColumn {
            row = try findOrInsertDirectly(top, plan, keyColumn)
        } else {
            row = try findOrInsert(top, plan, key, reusing)
        }
        frames[top].row = row
        if !frames[top].isFresh { noteWritten(row, plan, below: top) }
        if let modifiedBy = plan.modifiedBy, !frames[top].isFresh, try isOlder(plan, modifiedBy, row) {
            frames[top].isStale = true
            return
        }
        try writeValues(top, plan, row, &probe)
    }

    private mutating func readKey(
        _ property: JSONPlanProperty, _ plan: JSONPlan, _ top: Int, _ probe: inout Object?
    ) -> Value? {
        switch read(property, top) {
        case .value(let value): return value
        case .bytes(let text): return .text(reader.text(text))
        case .failed: return nil
        case .useDefault: return defaultValue(property.binding, plan, &probe)
        case .absent where property.rule.absentKey == .useDefault: return defaultValue(property.binding, plan, &probe)
        case .absent, .keep, .list:
            reportMissing(.missingPrimaryKey, property, object: frames[top].offset)
            return nil
        }
    }

    private mutating func findOrInsert(
        _ top: Int, _ plan: JSONPlan, _ key: Value, _ reusing: RowID?
    ) throws -> RowID {
        if let reusing {
            frames[top].isFresh = true
            return reusing
        }
        if plan.key == nil {
            let row = try context.insert(plan.binding, key: nil)
            frames[top].isFresh = true
            frames[top].isBlank = true
            if !plan.isEmbedded { noteInserted(plan, row) }
            return row
        }
        if let row = try plan.table.find(key: key) {
            guard hasPlaceholders, try Placeholders.isPlaceholder(row, plan.table, context.session) else { return row }
            try Placeholders.clear(row, plan.table, context.session)
            frames[top].isFresh = true
            noteInserted(plan, row)
            return row
        }
        let row = try context.insert(plan.binding, key: key)
        frames[top].isFresh = true
        frames[top].isBlank = true
        noteInserted(plan, row)
        return row
    }

    /// Objects on the stack that have this row are no longer alone in writing to it.
    mutating func noteWritten(_ row: RowID, _ plan: JSONPlan, below top: Int) {
        for outer in 0..<top where frames[outer].row == row && frames[outer].plan == plan.index {
            frames[outer].isBlank = false
        }
    }

    private func isOlder(_ plan: JSONPlan, _ property: JSONPlanProperty, _ row: RowID) throws -> Bool {
        guard let index = plan.values.firstIndex(where: { $0 === property }) else { return false }
        let stored = try plan.table.value(row, property.column)
        switch reading(ofValue: index, plan) {
        case .value(let supplied): return supplied.isLess(than: stored)
        case .bytes(let text): return Value.text(reader.text(text)).isLess(than: stored)
        case .absent, .list, .keep, .useDefault, .failed, nil: return false
        }
    }

    // MARK: - Values

    private mutating func writeValues(_ top: Int, _ plan: JSONPlan, _ row: RowID, _ probe: inout Object?) throws {
        let isFresh = frames[top].isFresh
        var absent: [Int] = []
        var position = 0
        var isChanged = false
        var cursor = JSONRowCursor(table: plan.table, row: row, isBlank: frames[top].isBlank)
        for index in 0..<plan.columns.count {
            let column = plan.columns[index]
            if position < readings.count, isGeneral(column) {
                let reading = readings[position]
                position += 1
                try write(reading, index, &cursor, plan, top, &absent, &probe)
                continue
            }
            let reading = direct[column.slot]
            if reading.state != .absent {
                if try write(reading, column, plan, index, &cursor) { isChanged = true }
            } else if isFresh || !column.keepsAbsent {
                try writeAbsent(plan.values[index], column, &cursor, plan, top, &absent, &probe)
            }
        }
        if isFresh, !plan.unreadDefaults.isEmpty {
            for binding in plan.unreadDefaults {
                let value = defaultValue(binding, plan, &probe)
                if try cursor.writeGeneral(value, binding) { isChanged = true }
            }
        }
        if isChanged { frames[top].isChanged = true }
        if !absent.isEmpty || frames[top].isIncomplete || !missing.isEmpty { noteMissing(absent, plan, row, top) }
    }

    /// Writes what a rule gave.
    private mutating func write(
        _ reading: JSONReading, _ index: Int, _ cursor: inout JSONRowCursor, _ plan: JSONPlan, _ top: Int,
        _ absent: inout [Int], _ probe: inout Object?
    ) throws {
        let property = plan.values[index]
        let column = plan.columns[index]
        var reading = reading
        switch reading {
        case .failed where onIssue == .skipValue: reading = .absent
        // A new object has no value to keep.
        case .keep where frames[top].isFresh: reading = .absent
        default: break
        }
        switch reading {
        case .value(let value):
            if try cursor.write(value, property, column) { frames[top].isChanged = true }
        case .bytes(let text):
            if try cursor.write(reader.bytes.view(text.offset, text.byteCount), column) { frames[top].isChanged = true }
        case .list(let values):
            cursor.forget()
            try writeList(values, property, plan, cursor.row, top)
        case .useDefault:
            try writeDefault(property, column, &cursor, plan, top, &probe)
        case .keep, .failed:
            break
        case .absent:
            try writeAbsent(property, column, &cursor, plan, top, &absent, &probe)
        }
    }

    /// The payload does not have the key.
    private mutating func writeAbsent(
        _ property: JSONPlanProperty, _ column: JSONColumn, _ cursor: inout JSONRowCursor, _ plan: JSONPlan,
        _ top: Int, _ absent: inout [Int], _ probe: inout Object?
    ) throws {
        let isFresh = frames[top].isFresh
        let isError = property.rule.absentKey == .error
        if isError { reportMissing(.missingRequired, property, object: frames[top].offset) }
        guard isFresh || property.rule.absentKey == .useDefault else { return }
        if isFresh, property.isRequired {
            if isError { frames[top].isIncomplete = true } else { absent.append(property.index) }
        } else {
            try writeDefault(property, column, &cursor, plan, top, &probe)
        }
    }

    /// The declared default, or the state without a value.
    private mutating func writeDefault(
        _ property: JSONPlanProperty, _ column: JSONColumn, _ cursor: inout JSONRowCursor, _ plan: JSONPlan,
        _ top: Int, _ probe: inout Object?
    ) throws {
        if column.plainDefault.isKnown {
            let instance = probe ?? plan.binding.type.init()
            probe = instance
            if let bits = column.plainDefault.bits(in: instance) {
                if try cursor.writeDefault(bits, property, column) { frames[top].isChanged = true }
                return
            }
        }
        if property.isList {
            if frames[top].isBlank { return }
            cursor.forget()
            try writeList([], property, plan, cursor.row, top, isReplacing: true)
            return
        }
        guard property.hasDefault || property.isOptional else {
            reportMissing(.missingRequired, property, object: frames[top].offset)
            if frames[top].isFresh { frames[top].isIncomplete = true }
            return
        }
        let value = property.hasDefault ? defaultValue(property.binding, plan, &probe) : .none
        if try cursor.write(value, property, column) { frames[top].isChanged = true }
    }

    /// What the declaration of a property gives a new instance; one instance is made for each object that needs one.
    func defaultValue(_ property: PropertyBinding, _ plan: JSONPlan, _ probe: inout Object?) -> Value {
        let object = probe ?? plan.binding.type.init()
        probe = object
        property.description.accessor.settle(object)
        return property.description.accessor.unmanagedValue(object)
    }

    /// A list of values that are no objects.
    private mutating func writeList(
        _ values: [Value], _ property: JSONPlanProperty, _ plan: JSONPlan, _ row: RowID, _ top: Int,
        isReplacing: Bool = false
    ) throws {
        let table = plan.table
        let count = try table.listCount(row, property.column)
        let stored = count == 0 ? [] : try table.listValues(row, property.column)
        var added = values
        switch isReplacing ? .replace : property.rule.listPolicy ?? .replace {
        case .replace:
            if stored == values { return }
            if count > 0 { try table.listRemoveAll(row, property.column) }
        case .append:
            break
        case .union:
            var known = Set(stored.map(JSONHashableValue.init))
            added = values.filter { known.insert(JSONHashableValue($0)).inserted }
        }
        if !added.isEmpty {
            let end = try table.listCount(row, property.column)
            try table.listInsert(row, property.column, at: end, added)
        } else if count == 0 || property.rule.listPolicy != nil && property.rule.listPolicy != .replace {
            return
        }
        frames[top].isChanged = true
    }

    // MARK: - What a new object still needs

    private mutating func noteMissing(_ absent: [Int], _ plan: JSONPlan, _ row: RowID, _ top: Int) {
        let key = JSONRowKey(plan: plan.index, row: row)
        if !absent.isEmpty || frames[top].isIncomplete {
            setMissing(
                key,
                JSONMissingValues(
                    offset: frames[top].offset, properties: absent, isRefused: frames[top].isIncomplete,
                    isLossy: lossyDepth > 0))
        } else if frames[top].isFresh {
            // An embedded object that was written anew is whole now.
            if missing[key] != nil { setMissing(key, nil) }
        } else if var known = missing[key] {
            // A later occurrence of the same object brings what the first one did not have.
            known.properties.removeAll { wanted in
                guard let index = plan.values.firstIndex(where: { $0.index == wanted }) else { return false }
                return brings(index, plan)
            }
            setMissing(key, known.properties.isEmpty && !known.isRefused ? nil : known)
        }
    }

    mutating func setMissing(_ key: JSONRowKey, _ value: JSONMissingValues?) {
        if !restorePoints.isEmpty { journal.append(.missing(key, missing[key])) }
        missing[key] = value
    }
}

/// A value as a member of a set.
struct JSONHashableValue: Hashable {
    let value: Value

    init(_ value: Value) { self.value = value }

    func hash(into hasher: inout Hasher) {
        switch value {
        case .none: hasher.combine(0)
        case .bool(let flag): hasher.combine(flag)
        case .int(let number): hasher.combine(number)
        case .float(let number): hasher.combine(number)
        case .double(let number), .date(let number): hasher.combine(number)
        case .text(let text): hasher.combine(text)
        case .data(let bytes): hasher.combine(bytes)
        case .uuid(let high, let low):
            hasher.combine(high)
            hasher.combine(low)
        case .link(let row): hasher.combine(row)
        }
    }
}

extension Value {
    /// Order within one type; false for anything else.
    func isLess(than other: Value) -> Bool {
        switch (self, other) {
        case (.int(let a), .int(let b)): a < b
        case (.float(let a), .float(let b)): a < b
        case (.double(let a), .double(let b)): a < b
        case (.date(let a), .date(let b)): a < b
        case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
        default: false
        }
    }

    /// A key that stands for no object: nil or "".
    var isEmptyKey: Bool {
        switch self {
        case .none: true
        case .text(let text): text.isEmpty
        default: false
        }
    }
}
