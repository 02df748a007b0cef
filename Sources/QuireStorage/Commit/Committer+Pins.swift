// What other processes have pinned, and telling them what is pinned here.

extension Committer {
    /// At the start of a transaction: which older states others read. Nobody can pin one of them from now on, so once
    /// is enough.
    func findForeignPins(_ head: FileHead) throws(StorageError) {
        foreignPins = try storage.foreignPins(in: 1...max(base.rawValue, 1)).filter { $0 < base }.map { ($0, nil) }
        guard !foreignPins.isEmpty else {
            if !foreignBitmaps.isEmpty { foreignBitmaps.removeAll() }
            return
        }
        let listed = try head.slot(of: base)?.pins ?? []
        for index in foreignPins.indices {
            let transaction = foreignPins[index].transaction
            if let pin = listed.first(where: { $0.transaction == transaction }) {
                foreignPins[index].pin = pin
            } else if let slot = try head.slot(of: transaction) {
                foreignPins[index].pin = Slot.Pin(slot)
            } else if let state = states.pinned(transaction) {
                foreignPins[index].pin = Slot.Pin(state)
            }
        }
        let pinned = Set(foreignPins.map(\.transaction))
        foreignBitmaps = foreignBitmaps.filter { pinned.contains($0.key) }
    }

    /// What is free in the states that others have pinned. Of one that is not known, nothing is.
    func foreignFreeBitmaps() throws(StorageError) -> [FreeBitmap] {
        var bitmaps: [FreeBitmap] = []
        for (transaction, pin) in foreignPins {
            guard let pin else {
                bitmaps.append(FreeBitmap(pageSize: pageSize, pageCount: states.newest.pageCount))
                continue
            }
            bitmaps.append(try foreignBitmap(transaction, pin))
        }
        return bitmaps
    }

    private func foreignBitmap(_ transaction: TransactionID, _ pin: Slot.Pin) throws(StorageError) -> FreeBitmap {
        if let known = foreignBitmaps[transaction] { return known }
        return try nothingFreeIfDamaged { () throws(StorageError) in
            let bitmap = try FreeBitmap(file, pin)
            foreignBitmaps[transaction] = bitmap
            return bitmap
        }
    }

    /// The free bitmap of an older state that is to stay as it is, or one in which nothing is free for this once, so
    /// that the file grows. Whoever pins a state that is no longer the newest one sees that in a moment and lets go;
    /// until then the pin is there, and the pages of the state's bitmap may be used for something else already. And
    /// rot in an older state is no reason to refuse a write, nor to overwrite the rest of that state.
    func nothingFreeIfDamaged(_ read: () throws(StorageError) -> FreeBitmap) throws(StorageError) -> FreeBitmap {
        do throws(StorageError) { return try read() } catch {
            guard error.code == .damaged else { throw error }
            return FreeBitmap(pageSize: pageSize, pageCount: states.newest.pageCount)
        }
    }

    /// For the next slot: older states that anybody has pinned. What does not fit is known to this process alone, and
    /// others use no page again while it is pinned.
    func pinsToList() -> [Slot.Pin] {
        guard storage.isShared else { return [] }
        var pins = foreignPins.compactMap(\.pin)
        for state in states.pinnedOlder where !pins.contains(where: { $0.transaction == state.transaction }) {
            pins.append(Slot.Pin(state))
        }
        guard !pins.isEmpty else { return [] }
        return Array(pins.sorted { $0.transaction < $1.transaction }.prefix(Slot.pinLimit))
    }
}

extension Slot.Pin {
    init(_ state: CommittedState) {
        self.init(
            transaction: state.transaction, pageCount: state.pageCount, freeBitmap: state.freeBitmapRoot.reference,
            freePageCount: Int(state.freeBitmapRoot.count))
    }

    init(_ slot: Slot) {
        self.init(
            transaction: slot.transaction, pageCount: slot.pageCount, freeBitmap: slot.freeBitmap.reference,
            freePageCount: Int(slot.freeBitmap.count))
    }
}

extension StorageFile {
    /// All transactions in a range that other openings have pinned, ascending. The system tells one at a time.
    func foreignPins(in range: ClosedRange<UInt64>) throws(StorageError) -> [TransactionID] {
        var found: [TransactionID] = []
        var ranges = [range]
        while let range = ranges.popLast() {
            guard let pin = try foreignPin(in: range) else { continue }
            found.append(pin)
            if pin.rawValue > range.lowerBound { ranges.append(range.lowerBound...pin.rawValue - 1) }
            if pin.rawValue < range.upperBound { ranges.append(pin.rawValue + 1...range.upperBound) }
        }
        return found.sorted()
    }
}
