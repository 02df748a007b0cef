// The importer: from the bytes of a document into the rows of tables. It makes no objects and holds no tree of the
// document.
//
// An object is read in three steps. Its members are found (one pass, which also checks their grammar and tells where
// each value begins); its key and its values are read and stored; then its relations are read in document order, each
// nested object in the same way. So every rule (`firstOf`, paths, values of the parent) finds its value whatever the
// order of keys.

import QuireStorage

/// One run. A struct, so that the hot paths touch no reference counts and no exclusivity checks.
struct JSONImport {
    let context: RealmContext
    let options: JSONImportOptions
    /// The root's class and all that it leads to.
    let plans: [JSONPlan]
    let root: JSONPlan
    let rootPath: [String]
    var reader: JSONReader
    var log: JSONIssueLog

    // The stack, and what its entries keep in common arrays.
    let frames = JSONStack<JSONObjectFrame>()
    /// By slot: offset × 2 + 1 for a loose match; -1 where there is no such member.
    let members = JSONStack<Int>()
    let relations = JSONStack<JSONQueuedRelation>()
    var lists: [JSONListProgress] = []
    let links = JSONStack<RowID>()
    /// Of the values of the object on top that are read by their rules, in their order.
    var readings: [JSONReading] = []
    /// By slot: what was read of the object on top while its members were found.
    let direct: JSONFixedArray<JSONDirectReading>
    /// Something of it could not be read then, and is read by its rule.
    var hasOther = false
    var lossyDepth = 0

    // The books.
    var counts = JSONImportCounts()
    var states: [JSONRowStates] = []
    var missing: [JSONRowKey: JSONMissingValues] = [:]
    var waiting: [JSONRowKey: Int] = [:]
    var strictReferences: [JSONStrictReference] = []
    var validations: [JSONPendingValidation] = []
    var orphans: [JSONOrphan] = []
    var journal: [JSONJournalEntry] = []
    var restorePoints: [JSONRestorePoint] = []
    /// The file may have objects that only stand for a key.
    var hasPlaceholders = false

    /// Values of enclosing objects (by their offsets) and of the outermost one (-1), found once for all objects
    /// inside: by property, -1 where there is none.
    var outsideValues: [Int: [ObjectIdentifier: Int]] = [:]

    // The way to the root and along it.
    var phase = Phase.start
    var walk: [JSONWalkStep] = []
    var envelope: [String: JSONValue] = [:]
    var rootRows = JSONRowList()
    var topIndex = 0
    var lastResult: RowID?
    let documentStart: Int
    /// The document, if it is a file that was mapped; what was read of it need not stay in memory.
    private let region: MemoryRegion?
    private var givenBackEnd = 0
    private static let giveBackByteCount = 4 << 20

    enum Phase {
        case start
        case array(isFirst: Bool)
        case dictionary(isFirst: Bool)
        case end
        case done
    }

    init(
        context: RealmContext, root: ClassBinding, rootPath: JSONPath?, bytes: JSONBytes, region: MemoryRegion?,
        options: JSONImportOptions
    ) {
        self.context = context
        self.region = region
        self.options = options
        let planSet = JSONPlanSet(options.keys)
        let index = planSet.index(of: root)
        plans = planSet.plans
        self.root = plans[index]
        self.rootPath = rootPath?.components ?? []
        let slotCount = plans.reduce(0) { max($0, $1.slots.count) }
        direct = JSONFixedArray([JSONDirectReading](repeating: JSONDirectReading(), count: slotCount))
        reader = JSONReader(bytes, depthLimit: max(options.depthLimit, 1))
        documentStart = reader.position
        log = JSONIssueLog(limit: options.issueLimit)
        states = [JSONRowStates](repeating: JSONRowStates(), count: plans.count)
    }

    /// The plan of an object on the stack.
    @inline(__always)
    func plan(_ top: Int) -> JSONPlan { plans[frames[top].plan] }

    /// The relation that an object on the stack is reading.
    @inline(__always)
    func relation(_ top: Int) -> JSONPlanProperty? {
        let frame = frames[top]
        return frame.relation < 0 ? nil : plans[frame.plan].relations[frame.relation]
    }

    /// What an error amounts to at this moment.
    var onIssue: JSONImportOptions.OnIssue { lossyDepth > 0 ? .skipObject : options.onIssue }

    /// Between two top objects: gives the memory of those before back, a few megabytes at a time.
    mutating func giveBackWhatWasRead() {
        guard let region, reader.position - givenBackEnd >= Self.giveBackByteCount else { return }
        givenBackEnd = reader.position
        region.giveBack(below: givenBackEnd)
    }

    // MARK: - One top object

    /// Reads the object at an offset, with all that is in it.
    mutating func importTopObject(at offset: Int, depth: Int, key: JSONText?, position: Int?) throws {
        lastResult = nil
        try begin(root, at: offset, depth: depth, key: key, position: position)
        let end = frames[0].end
        while !frames.isEmpty {
            let top = frames.count - 1
            if frames[top].hasList {
                try readNextElement(top)
            } else if frames[top].relationCursor < relations.count {
                try readNextRelation(top)
            } else {
                try finishObject(top)
            }
        }
        if let lastResult { rootRows.append(lastResult) }
        reader.position = end
    }

    /// Pushes an object and does what can be done without its relations.
    mutating func begin(
        _ plan: JSONPlan, at offset: Int, depth: Int, key: JSONText?, position: Int?, reusing: RowID? = nil,
        isLossy: Bool = false
    ) throws {
        guard depth < reader.depthLimit else { throw JSONFault(.tooDeep, at: offset) }
        var frame = JSONObjectFrame(
            plan: plan.index, offset: offset, depth: depth, memberBase: members.count, relationBase: relations.count,
            key: key, position: position, relationCursor: relations.count)
        frame.isLossyElement = isLossy
        if isLossy { lossyDepth += 1 }
        if onIssue == .skipObject || onIssue == .skipValue && plan.hasValidators {
            restorePoints.append(try restorePoint())
            frame.hasRestorePoint = true
        }
        frames.append(frame)
        let slotCount = plan.slotReadings.count
        members.append(-1, count: slotCount)
        for slot in 0..<slotCount { direct[slot].state = .absent }
        hasOther = false
        let top = frames.count - 1
        try scanMembers(top, plan)
        try storeValues(top, plan, reusing: reusing)
        queueRelations(top, plan)
    }

    // MARK: - Members

    /// Finds the object's members and checks their grammar.
    private mutating func scanMembers(_ top: Int, _ plan: JSONPlan) throws {
        let base = frames[top].memberBase
        let depth = frames[top].depth + 1
        let slots = plan.slotReadings
        var predicted = 0
        var isFirst = true
        var strangers: Set<[UInt8]> = []
        reader.position = frames[top].offset
        reader.open()
        while try reader.nextMember(isFirst: isFirst) {
            isFirst = false
            let found: JSONKeyMatch?
            var stranger: JSONText?
            if let slot = try plan.keys.passPredicted(predicted, &reader) {
                found = JSONKeyMatch(entry: predicted, slot: slot, isLoose: false)
            } else {
                let key = try reader.key()
                found = plan.keys.match(key, in: reader, predicted: predicted)
                if found == nil { stranger = key }
            }
            let offset = reader.position
            if let match = found {
                predicted = match.entry + 1
                let known = members[base + match.slot]
                if known < 0 || known & 1 == 1 && !match.isLoose {
                    members[base + match.slot] = offset &<< 1 | (match.isLoose ? 1 : 0)
                    let reading = slots[match.slot]
                    if reading.kind != .general {
                        try readDirectly(reading, match.slot, depth: depth)
                        continue
                    }
                    try reader.skipValue(depth: depth)
                    if reading.isIgnoredInverse, case .inverse(let name) = plan.slots[match.slot] {
                        noteIgnoredInverse(plan, name, at: offset)
                    }
                    continue
                }
                if known & 1 == 0, match.isLoose {
                    reportUnknownKey(plan, at: offset)
                } else {
                    reportDuplicateKey(plan, at: offset)
                }
            } else {
                reportUnknownKey(plan, at: offset)
                if options.duplicateKeys == .error, let stranger {
                    let isNew = strangers.insert(reader.unescaped(stranger)).inserted
                    if !isNew { reportDuplicateKey(plan, at: offset) }
                }
            }
            try reader.skipValue(depth: depth)
        }
        frames[top].end = reader.position
    }

    private mutating func reportUnknownKey(_ plan: JSONPlan, at offset: Int) {
        let severity: JSONIssue.Severity
        switch plan.mapping.unknownKeys {
        case .ignore: return
        case .note: severity = .note
        case .error: severity = .error
        }
        report(.unknownKey, severity, at: offset, className: plan.name, property: nil, expected: nil)
    }

    private mutating func reportDuplicateKey(_ plan: JSONPlan, at offset: Int) {
        let severity: JSONIssue.Severity = options.duplicateKeys == .error ? .error : .warning
        report(
            .duplicateKey, severity, at: offset, className: plan.name, property: nil,
            expected: "each key once")
    }

    /// How many objects stand under the name of an inverse that is not read.
    private mutating func noteIgnoredInverse(_ plan: JSONPlan, _ property: String, at offset: Int) {
        guard log.wants(.note, at: offset) else { return }
        let end = reader.position
        defer { reader.position = end }
        reader.position = offset
        var found = found(at: offset)
        if reader.bytes[offset] == UInt8(ascii: "[") {
            var count = 0
            reader.open()
            while (try? reader.nextElement(isFirst: count == 0)) == true {
                count += 1
                guard (try? reader.skipValue(depth: 0)) != nil else { break }
            }
            found = count == 1 ? "array of 1 object" : "array of \(count) objects"
        }
        log.add(
            JSONFinding(
                kind: .ignoredInverse, severity: .note, offset: offset, className: plan.name, property: property,
                expected: "a rule on the inverse", found: found))
    }

    // MARK: - Relations

    /// Lines up the relations that the payload has, in document order, and sees to those that it does not have.
    private mutating func queueRelations(_ top: Int, _ plan: JSONPlan) {
        guard !plan.relations.isEmpty, !frames[top].isStale else { return }
        // What is left out with its object is not read either; to collect all issues it is.
        if frames[top].row == nil, onIssue != .rollback { return }
        let base = relations.count
        for (index, property) in plan.relations.enumerated() {
            guard case .at(let offset) = locate(property, top) else {
                relations.append(JSONQueuedRelation(offset: -1, index: index))
                continue
            }
            relations.append(JSONQueuedRelation(offset: offset, index: index))
        }
        var i = base + 1
        while i < relations.count {
            var k = i
            while k > base, relations[k - 1].offset > relations[k].offset {
                (relations[k - 1], relations[k]) = (relations[k], relations[k - 1])
                k -= 1
            }
            i += 1
        }
    }
}

/// What happened to objects.
struct JSONImportCounts {
    var inserted = 0
    var updated = 0
    var unchanged = 0
    var deleted = 0
    var insertedWithoutKey = 0
    var unresolved = 0
    /// Top objects in batches that are stored.
    var kept = 0
}

/// A container passed on the way to the root.
struct JSONWalkStep {
    /// Of its first byte.
    let offset: Int
    let isObject: Bool
    let component: String
}
