// What an import keeps account of while it runs: each object once, and how to take an object's part back.

import QuireStorage

extension JSONImport {
    // MARK: - Counting

    mutating func noteInserted(_ plan: JSONPlan, _ row: RowID) {
        setState(JSONRowKey(plan: plan.index, row: row), .inserted)
    }

    /// An object that was there has been read.
    mutating func noteSeen(_ plan: JSONPlan, _ row: RowID, isChanged: Bool) {
        let key = JSONRowKey(plan: plan.index, row: row)
        let old = states[plan.index][row]
        switch old {
        case .unseen: setState(key, from: old, isChanged ? .updated : .unchanged)
        case .unchanged: if isChanged { setState(key, from: old, .updated) }
        case .updated, .inserted: break
        }
    }

    mutating func setState(_ key: JSONRowKey, _ state: JSONRowState) {
        setState(key, from: states[key.plan][key.row], state)
    }

    private mutating func setState(_ key: JSONRowKey, from old: JSONRowState, _ state: JSONRowState) {
        guard old != state else { return }
        if !restorePoints.isEmpty { journal.append(.state(key, old)) }
        changeState(key, from: old, to: state)
    }

    private mutating func changeState(_ key: JSONRowKey, from old: JSONRowState, to new: JSONRowState) {
        count(old, key.plan, by: -1)
        count(new, key.plan, by: 1)
        states[key.plan][key.row] = new
    }

    private mutating func count(_ state: JSONRowState, _ plan: Int, by step: Int) {
        switch state {
        case .unseen: break
        case .unchanged: counts.unchanged += step
        case .updated: counts.updated += step
        case .inserted:
            counts.inserted += step
            if plans[plan].key == nil { counts.insertedWithoutKey += step }
        }
    }

    // MARK: - Orphans

    /// Objects that the object on top no longer refers to. Whether they go is decided when the payload has been read.
    mutating func noteOrphans(_ rows: [RowID], _ property: JSONPlanProperty, isForced: Bool) {
        let target = plans[property.target]
        guard !target.isEmbedded else { return }
        guard isForced || property.rule.orphans == .deleteIfUnreferenced || target.key == nil else { return }
        for row in rows {
            orphans.append(JSONOrphan(key: JSONRowKey(plan: target.index, row: row), isForced: isForced))
        }
    }

    /// Nothing in the file links to the row.
    func isUnreferenced(_ key: JSONRowKey) throws -> Bool {
        for source in plans[key.plan].table.incoming
        where try source.table.backlinkCount(source.column, to: key.row) > 0 { return false }
        return true
    }

    // MARK: - Taking back

    func restorePoint() throws -> JSONRestorePoint {
        JSONRestorePoint(
            mark: try context.session.mark(), journalCount: journal.count, referenceCount: strictReferences.count,
            validationCount: validations.count, orphanCount: orphans.count)
    }

    /// An error has ended the import inside of objects: their marks end before the one around it does.
    mutating func abandonRestorePoints() {
        while let point = restorePoints.popLast() { context.session.rollback(to: point.mark) }
    }

    mutating func release(_ point: JSONRestorePoint) {
        context.session.release(point.mark)
        if restorePoints.isEmpty { journal.removeAll(keepingCapacity: true) }
    }

    /// Store and books are as they were at the point.
    mutating func restore(_ point: JSONRestorePoint) {
        context.session.rollback(to: point.mark)
        while journal.count > point.journalCount, let entry = journal.popLast() {
            switch entry {
            case .state(let key, let old): changeState(key, from: states[key.plan][key.row], to: old)
            case .waiting(let key): waiting[key] = waiting[key].flatMap { $0 > 1 ? $0 - 1 : nil }
            case .missing(let key, let old): missing[key] = old
            }
        }
        strictReferences.removeLast(strictReferences.count - point.referenceCount)
        validations.removeLast(validations.count - point.validationCount)
        orphans.removeLast(orphans.count - point.orphanCount)
    }
}
