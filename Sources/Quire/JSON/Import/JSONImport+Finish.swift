// The end of an object, and the end of a payload (or of a batch).

import QuireStorage

extension JSONImport {
    // MARK: - One object

    /// Everything of the object on top has been read: it is counted and handed to what it stands in.
    mutating func finishObject(_ top: Int) throws {
        try linkToParent(top)
        try applyConnections(top)
        var result = frames[top].row
        if let row = result { try settle(row, top) }
        if isLeftOut(top) { result = nil }
        let frame = frames[top]
        frames.shorten(to: top)
        if !outsideValues.isEmpty { outsideValues[frame.offset] = nil }
        if frame.hasRestorePoint, let point = restorePoints.popLast() {
            if result == nil { restore(point) } else { release(point) }
        }
        if frame.isLossyElement { lossyDepth -= 1 }
        members.shorten(to: frame.memberBase)
        relations.shorten(to: frame.relationBase)
        try deliver(result)
    }

    private mutating func settle(_ row: RowID, _ top: Int) throws {
        let plan = plan(top)
        if !plan.isEmbedded, !frames[top].isFresh {
            noteSeen(plan, row, isChanged: frames[top].isChanged)
        } else if plan.isEmbedded, frames[top].isChanged, let owner = countedOwner(top) {
            frames[owner].isChanged = true
        }
        guard plan.hasValidators else { return }
        if frames[top].hasRestorePoint {
            try validate(plan, row, at: frames[top].offset)
        } else {
            validations.append(
                JSONPendingValidation(key: JSONRowKey(plan: plan.index, row: row), offset: frames[top].offset))
        }
    }

    /// The object that an embedded one belongs to: a change of the part is a change of the whole.
    private func countedOwner(_ top: Int) -> Int? {
        top > 0 ? top - 1 : nil
    }

    /// By `onIssue`.
    private func isLeftOut(_ top: Int) -> Bool {
        switch onIssue {
        case .rollback: frames[top].row == nil
        case .skipValue: frames[top].row == nil || frames[top].isRefused
        case .skipObject: frames[top].row == nil || frames[top].hasFailed
        }
    }

    private mutating func deliver(_ row: RowID?) throws {
        guard !frames.isEmpty else {
            lastResult = row
            return
        }
        let top = frames.count - 1
        guard let row, let property = relation(top), !property.isInverse else { return }
        if frames[top].hasList {
            links.append(row)
        } else {
            try setLink(property, row, top)
        }
    }

    private mutating func validate(_ plan: JSONPlan, _ row: RowID, at offset: Int) throws {
        guard try plan.table.contains(row) else { return }
        let object = context.object(plan.binding, row)
        for check in plan.mapping.validators {
            do { try check(object) } catch {
                if !frames.isEmpty { frames[frames.count - 1].isRefused = true }
                report(
                    .validationFailed, .error, at: offset, className: plan.name, property: nil,
                    expected: "an object that passes validation", found: "\(error)")
            }
        }
    }

    // MARK: - The payload

    /// Decides what only the whole payload (or batch) can tell. The stack is empty.
    mutating func finishPayload() throws {
        try finishReferences()
        try finishMissing()
        try finishOrphans()
        try finishValidations()
    }

    /// Once the document has been read: a later batch may have brought what an earlier one waited for.
    mutating func countUnresolved() throws {
        for (key, count) in waiting where try plans[key.plan].table.isAwaited(key.row) { counts.unresolved += count }
    }

    private mutating func finishReferences() throws {
        let references = strictReferences
        strictReferences.removeAll()
        var dropped: [JSONRowKey: [(column: Int, targets: Set<RowID>)]] = [:]
        for reference in references {
            let target = plans[reference.target.plan]
            guard try target.table.isAwaited(reference.target.row) else { continue }
            if reference.missing == .placeholder {
                try fillPlaceholder(reference)
                continue
            }
            let isError = reference.missing == .error
            if reference.isLossy { lossyDepth += 1 }
            report(
                .unresolvedReference, isError ? .error : .warning, at: reference.offset,
                className: reference.property.className, property: reference.property.name,
                expected: "the key of a stored \(target.name)")
            if reference.isLossy { lossyDepth -= 1 }
            let leavesOut = isError && options.onIssue == .skipObject && !reference.isLossy
            if leavesOut, try leaveOut(reference.owner) { continue }
            var columns = dropped[reference.owner] ?? []
            let column = reference.property.column
            if let known = columns.firstIndex(where: { $0.column == column }) {
                columns[known].targets.insert(reference.target.row)
            } else {
                columns.append((column, [reference.target.row]))
            }
            dropped[reference.owner] = columns
        }
        for (owner, columns) in dropped {
            for (column, targets) in columns { try dropLinks(owner, column, targets) }
        }
    }

    /// The placeholder takes the place of the key that waits, so that every link to it shows it.
    private mutating func fillPlaceholder(_ reference: JSONStrictReference) throws {
        _ = try Placeholders.make(plans[reference.target.plan].binding, reference.key)
        hasPlaceholders = true
    }

    /// Takes links to keys that no object has out of one property.
    private mutating func dropLinks(_ owner: JSONRowKey, _ column: Int, _ targets: Set<RowID>) throws {
        let table = plans[owner.plan].table
        guard try table.contains(owner.row) else { return }
        if table.definition.columns[column].type == .list {
            let kept = try table.storedLinks(owner.row, column).filter { !targets.contains($0) }
            try table.listRemoveAll(owner.row, column)
            if !kept.isEmpty { try table.listInsert(owner.row, column, at: 0, kept.map { .link($0) }) }
        } else if let link = try table.rawLink(owner.row, column), targets.contains(link) {
            try table.set(owner.row, column, .none)
        }
    }

    private mutating func finishMissing() throws {
        let entries = missing.sorted { $0.value.offset < $1.value.offset }
        missing.removeAll()
        for (key, values) in entries {
            let plan = plans[key.plan]
            guard try plan.table.contains(key.row) else { continue }
            for index in values.properties {
                reportMissing(
                    .missingRequired, plan.properties[index], object: values.offset,
                    severity: values.isLossy ? .warning : .error)
            }
            if values.isLossy || options.onIssue != .rollback { try leaveOut(key) }
        }
    }

    /// Removes an object that cannot stay; false for one that was there before, which stays.
    @discardableResult
    private mutating func leaveOut(_ key: JSONRowKey) throws -> Bool {
        let plan = plans[key.plan]
        guard plan.isEmbedded || states[key.plan][key.row] == .inserted else { return false }
        try delete(key)
        if !plan.isEmbedded { setState(key, .unseen) }
        return true
    }

    private func delete(_ key: JSONRowKey) throws {
        let table = plans[key.plan].table
        if hasPlaceholders { try Placeholders.clear(key.row, table, context.session) }
        try table.delete(key.row)
    }

    private mutating func finishOrphans() throws {
        let candidates = orphans
        orphans.removeAll()
        for orphan in candidates {
            let table = plans[orphan.key.plan].table
            guard try table.contains(orphan.key.row) else { continue }
            let state = states[orphan.key.plan][orphan.key.row]
            // What the payload holds elsewhere stays, unless nothing could find it again.
            let isKeyless = plans[orphan.key.plan].key == nil
            guard state == .unseen || isKeyless else { continue }
            if !orphan.isForced, try !isUnreferenced(orphan.key) { continue }
            try delete(orphan.key)
            if state == .inserted { setState(orphan.key, .unseen) } else { counts.deleted += 1 }
        }
    }

    /// Each object once, in the order of the payload.
    private mutating func finishValidations() throws {
        let entries = validations
        validations.removeAll()
        var seen: Set<JSONRowKey> = []
        for entry in entries where seen.insert(entry.key).inserted {
            let before = log.errorCount
            try validate(plans[entry.key.plan], entry.key.row, at: entry.offset)
            if options.onIssue != .rollback, log.errorCount > before { try leaveOut(entry.key) }
        }
    }
}
