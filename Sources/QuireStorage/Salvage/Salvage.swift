// Reading every whole row out of a damaged file into a new one.

/// Salvages into an open, empty database: first all rows with their values under their old ids, then links
/// and lists, so that each link finds its target. Keys, indexes and inverses are made anew.
///
/// Memory: a few bytes for each leaf of the damaged file, and the values of one row.
struct Salvage {
    /// Rows of a transaction.
    private static let rowsPerCommit = 20_000
    /// Elements that are put into a list at once.
    private static let elementsAtOnce = 4_096

    private let session: Session
    private var classes: [SalvagedClass] = []
    private var ghosts: [String: [UInt64: Value]] = [:]
    private var report = SalvageReport()
    private var rowCount = 0

    /// Fills `database`; gives what was saved. Throws if nothing can be read at all, or if the new file
    /// cannot be written.
    static func run(_ source: SalvageSource, into database: Database) throws(StorageError) -> SalvageReport {
        var salvage = Salvage(try Session(database: database))
        try salvage.read(source)
        return salvage.report
    }

    private init(_ session: Session) { self.session = session }

    private mutating func read(_ source: SalvageSource) throws(StorageError) {
        let scan = PageScan(source.space)
        noteDamage(source, scan)
        let directory = SalvagedDirectory(source, scan)
        let found = SalvagedClasses(source, scan)
        report.lostClassCount = found.lostCount
        let (definitions, lostProperties) = found.definitions()
        classes = found.stored.map { SalvagedClass($0, directory, source, scan) }
        for description in classes {
            var outcome = SalvageReport.Class(name: description.stored.name)
            outcome.lostProperties = lostProperties[description.stored.name] ?? []
            outcome.mayBeOlder = description.mayBeOlder
            report.classes.append(outcome)
        }
        try session.beginWrite()
        do throws(StorageError) {
            try session.adopt(definitions)
            for index in classes.indices { try saveRows(index) }
            for index in classes.indices { try saveLinks(index) }
            try removeOrphans()
            try count()
            try session.commit()
        } catch {
            session.rollback()
            throw error
        }
    }

    private mutating func noteDamage(_ source: SalvageSource, _ scan: PageScan) {
        report.transaction = source.slot?.transaction
        report.lostTransaction = source.lostTransaction
        report.headProblems = source.problems
        guard let bitmap = source.bitmap else { return }
        var damaged = 0
        let first = FileLayout.firstPage(pageSize: source.pageSize)
        for page in first..<max(bitmap.pageCount, first) where !bitmap.isFree(page) && !scan.isCovered(page) {
            damaged += 1
            if report.firstDamagedPage == nil { report.firstDamagedPage = PageNumber(UInt32(page)) }
        }
        report.damagedPageCount = damaged
    }

    private func table(_ description: SalvagedClass) throws(StorageError) -> Table {
        guard let table = session.table(description.stored.name) else {
            throw StorageError(
                .fail, "Class \(description.stored.name) was declared and is missing; please report this defect.")
        }
        return table
    }

    /// By stored column of the damaged file: the column of the new one; nil for one that was left out.
    private func columns(_ description: SalvagedClass, _ table: Table) -> [Int?] {
        var seen: Set<String> = []
        return description.stored.columns.map { column in
            let name = column.definition.name
            return seen.insert(name).inserted ? table.column(named: name) : nil
        }
    }

    private mutating func commitNowAndThen() throws(StorageError) {
        rowCount += 1
        guard rowCount % Self.rowsPerCommit == 0 else { return }
        try session.commit()
        try session.beginWrite()
    }

    // MARK: Rows

    private mutating func saveRows(_ index: Int) throws(StorageError) {
        let description = classes[index]
        let table = try table(description)
        let columns = columns(description, table)
        ghosts[description.stored.name] = try description.ghostKeys()
        try description.forEachRow { row, parts throws(StorageError) in
            guard let parts, let values = values(description, parts) else { return }
            switch try table.insertSalvaged(row, key: description.stored.primaryKey.map { values[$0] }) {
            case .saved: break
            case .duplicate:
                report.classes[index].duplicateCount += 1
                return
            case .unusable: return
            }
            for (number, value) in values.enumerated() {
                guard let column = columns[number], number != description.stored.primaryKey else { continue }
                let type = description.stored.columns[number].definition.type
                if type != .link, type != .list { try table.setSalvaged(row, column, value) }
            }
            try commitNowAndThen()
        }
        try table.raiseNextRow(to: description.nextRow ?? 1)
    }

    /// The values of a row by column, `.none` for links and lists; nil if one of them is damaged.
    private func values(_ description: SalvagedClass, _ parts: [SalvagedRow?]) -> [Value]? {
        var values: [Value] = []
        for (number, column) in description.stored.columns.enumerated() {
            guard column.definition.type != .link, column.definition.type != .list else {
                values.append(.none)
                continue
            }
            guard let value = try? description.value(number, parts) else { return nil }
            values.append(value)
        }
        return values
    }

    // MARK: Links and lists

    private mutating func saveLinks(_ index: Int) throws(StorageError) {
        let description = classes[index]
        let table = try table(description)
        let columns = columns(description, table)
        let linking = description.stored.columns.indices.filter { number in
            let type = description.stored.columns[number].definition.type
            return columns[number] != nil && (type == .link || type == .list)
        }
        guard !linking.isEmpty else { return }
        try description.forEachRow { row, parts throws(StorageError) in
            guard let parts, try table.contains(RowID(row)) else { return }
            for number in linking {
                guard let column = columns[number] else { continue }
                if description.stored.columns[number].definition.type == .link {
                    guard case .link(let target)? = try? description.value(number, parts) else { continue }
                    if let found = try self.target(target, description, number) {
                        try table.set(RowID(row), column, .link(found))
                    } else {
                        report.classes[index].lostLinkCount += 1
                    }
                } else {
                    try saveList(index, table, row, number, column, parts)
                }
            }
            try commitNowAndThen()
        }
    }

    private mutating func saveList(
        _ index: Int, _ table: Table, _ row: UInt64, _ number: Int, _ column: Int, _ parts: [SalvagedRow?]
    ) throws(StorageError) {
        let description = classes[index]
        var lostLinks = 0
        let isWhole = try description.forEachElements(number, parts) { values throws(StorageError) in
            var kept: [Value] = []
            for value in values {
                guard case .link(let target) = value else {
                    kept.append(value)
                    continue
                }
                if let found = try self.target(target, description, number) {
                    kept.append(.link(found))
                } else {
                    lostLinks += 1
                }
            }
            var rest = kept[...]
            while !rest.isEmpty {
                try table.appendSalvaged(row, column, Array(rest.prefix(Self.elementsAtOnce)))
                rest = rest.dropFirst(Self.elementsAtOnce)
            }
        }
        report.classes[index].lostLinkCount += lostLinks
        if !isWhole || lostLinks > 0 { report.classes[index].cutListCount += 1 }
    }

    /// What a link leads to in the new file; nil if that is lost, or if it is owned already.
    private func target(
        _ row: RowID, _ description: SalvagedClass, _ number: Int
    ) throws(StorageError) -> RowID? {
        let definition = description.stored.columns[number].definition
        guard let name = definition.target, let table = session.table(name) else { return nil }
        if try table.contains(row) {
            guard definition.isOwning else { return row }
            return try table.isLinked(row) ? nil : row
        }
        guard !definition.isOwning, let key = ghosts[name]?[row.rawValue] else { return nil }
        return try table.findOrReserveSalvaged(row.rawValue, key: key)
    }

    // MARK: The end

    /// Embedded objects whose owners are lost are lost with them.
    private func removeOrphans() throws(StorageError) {
        for description in classes where description.stored.isEmbedded {
            let table = try table(description)
            var row = try table.next(after: nil)
            while let current = row {
                let isOwned = try table.isLinked(current)
                if !isOwned { try table.delete(current) }
                row = try table.next(after: current)
            }
        }
    }

    private mutating func count() throws(StorageError) {
        for (index, description) in classes.enumerated() {
            let saved = try table(description).count
            report.classes[index].savedCount = saved
            if let expected = description.expectedCount {
                report.classes[index].lostCount = max(0, Int(clamping: expected) - saved)
            }
        }
    }
}

extension Salvage {
    /// Reads the file at `path` into a new file at `newPath`, which appears once it is complete. Changes
    /// nothing at `path`. Throws `.fileExists` if something is at the new path, `.inUse` if somebody writes,
    /// and the error of the file if nothing in it tells a database. O(file). A crash may leave a file beside
    /// the new one whose name has `.salvaging-` or `.new-` and a number behind it; it can be deleted.
    static func run(
        _ path: String, to newPath: String, system: any FileSystem
    ) throws(StorageError) -> SalvageReport {
        guard try system.identity(newPath) == nil else {
            throw StorageError(.fileExists, "There is something at \(newPath) already: salvage to another path.")
        }
        let storage = try system.open(path, .read)
        defer { storage.close() }
        // Others may read meanwhile, but not write.
        try storage.lock(.presence, .shared, .fail)
        try storage.lock(.writer, .shared, .fail)
        let source = try SalvageSource(storage, bootID: system.bootID)
        let temporary = newPath + ".salvaging-" + String(system.random(), radix: 16)
        var options = Database.Options()
        options.pageSize = source.pageSize
        defer { try? system.remove(temporary) }
        let database = try Database.open(.file(path: temporary), options, system: system)
        let report = try run(source, into: database)
        let snapshot = try database.pin()
        defer { database.unpin(snapshot) }
        try database.writeCopy(of: snapshot, to: newPath, system: system)
        return report
    }
}

extension Database {
    /// Reads every whole row out of a damaged file into a new one: see `Salvage`.
    package static func salvage(_ path: String, to newPath: String) throws(StorageError) -> SalvageReport {
        try Salvage.run(path, to: newPath, system: PosixFileSystem())
    }
}
