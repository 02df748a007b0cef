// Sums and extremes of a column of numbers, leaf by leaf.

extension RowScan {
    /// The sum of a column for which `isScannable` holds; nil is left out.
    package func total(of number: Int) throws(StorageError) -> ColumnTotal {
        let column = ScanColumn(table, number)
        var total = ColumnTotal()
        if column.type == .double, try addCandidates(column, to: &total) { return total }
        let present = SlotMask()
        try forEachLeaf { leaf, mask throws(StorageError) in
            guard let entry = leaf.entry(column) else {
                for _ in 0..<mask.population { total.add(column.defaultValue) }
                return true
            }
            guard ColumnLeaf.nullOffset(entry) != 0 else {
                try Self.add(mask, leaf.node, entry, column.type, to: &total)
                return true
            }
            present.copy(mask)
            present.keep(nulls: false, of: leaf.node, entry)
            try Self.add(present, leaf.node, entry, column.type, to: &total)
            return true
        }
        return total
    }

    /// Adds the doubles of candidates of which nothing is asked; false if there are none such.
    private func addCandidates(_ column: ScanColumn, to total: inout ColumnTotal) throws(StorageError) -> Bool {
        var sum = 0.0
        var count = 0
        var entry: UInt64?
        var data = 0
        var hasNulls = false
        let isDone = try forEachCandidate { leaf in
            entry = leaf.entry(column)
            data = entry.map { ColumnLeaf.dataOffset($0) } ?? 0
            hasNulls = entry.map { ColumnLeaf.nullOffset($0) != 0 } ?? true
        } _: { node, slot in
            if hasNulls {
                guard let entry else { return total.add(column.defaultValue) }
                if ColumnLeaf.isNull(node, entry, slot) { return }
            }
            sum += node.number(data + slot << 3, as: Double.self)
            count += 1
        }
        total.add(sum, count: count)
        return isDone
    }

    private static func add(
        _ mask: SlotMask, _ node: Node, _ entry: UInt64, _ type: ColumnType, to total: inout ColumnTotal
    ) throws(StorageError) {
        let data = ColumnLeaf.dataOffset(entry)
        var count = 0
        func sum<N: FixedWidthInteger & BitwiseCopyable>(_ type: N.Type) throws(StorageError) {
            var sum: Int128 = 0
            try mask.forEach { slot throws(StorageError) in
                sum &+= Int128(node.number(data + slot * MemoryLayout<N>.stride, as: N.self))
                count += 1
            }
            total.add(sum, count: count)
        }
        switch type {
        case .double: total.add(Self.sum(mask, node, at: data, &count), count: count)
        case .float:
            var sum = 0.0
            try mask.forEach { slot throws(StorageError) in
                sum += Double(node.number(data + 4 * slot, as: Float.self))
                count += 1
            }
            total.add(sum, count: count)
        case .int64: try sum(Int64.self)
        case .int32: try sum(Int32.self)
        case .int16: try sum(Int16.self)
        case .int8: try sum(Int8.self)
        case .bool, .date, .text, .data, .uuid, .link, .list, .reference: break
        }
    }

    /// The sum of the doubles of some slots: eight at once where all eight belong to it.
    private static func sum(_ mask: SlotMask, _ node: Node, at data: Int, _ count: inout Int) -> Double {
        var lanes = SIMD8<Double>()
        var rest = 0.0
        for word in 0..<mask.wordCount {
            let bits = mask[word]
            if bits == 0 { continue }
            count += bits.nonzeroBitCount
            var offset = data + word << 9
            if bits == .max {
                for _ in 0..<8 {
                    lanes += node.number(offset, as: SIMD8<Double>.self)
                    offset += 64
                }
                continue
            }
            if bits.nonzeroBitCount < 16 {
                var slots = bits
                while slots != 0 {
                    rest += node.number(offset + slots.trailingZeroBitCount << 3, as: Double.self)
                    slots &= slots &- 1
                }
                continue
            }
            for group in 0..<8 {
                var slots = bits >> UInt64(8 * group) & 0xFF
                let start = offset + group << 6
                if slots == 0xFF {
                    lanes += node.number(start, as: SIMD8<Double>.self)
                    continue
                }
                while slots != 0 {
                    rest += node.number(start + slots.trailingZeroBitCount << 3, as: Double.self)
                    slots &= slots &- 1
                }
            }
        }
        return lanes.sum() + rest
    }

    /// The smallest or largest value of a column for which `isScannable` holds: the first one; nil and NaN are left
    /// out.
    package func extreme(of number: Int, largest: Bool) throws(StorageError) -> Value? {
        let column = ScanColumn(table, number)
        let flip: UInt64 = largest ? .max : 0
        var best: Value?
        var bestKey = UInt64.max
        func see(_ value: Value) {
            guard let key = value.orderKey, !value.isNaN, best == nil || key ^ flip < bestKey else { return }
            best = value
            bestKey = key ^ flip
        }
        try forEachLeaf { leaf, mask throws(StorageError) in
            guard let entry = leaf.entry(column) else {
                if !mask.isEmpty { see(column.defaultValue) }
                return true
            }
            let node = leaf.node
            let type = column.type
            let data = ColumnLeaf.dataOffset(entry)
            guard type == .double || type == .date, ColumnLeaf.nullOffset(entry) == 0 else {
                try mask.forEach { slot throws(StorageError) in see(ColumnLeaf.fixedValue(node, entry, type, slot)) }
                return true
            }
            try mask.forEach { slot throws(StorageError) in
                let key = node.number(data + slot << 3, as: Double.self).orderKey
                // 0 is NaN.
                if key != 0, key ^ flip < bestKey { see(ColumnLeaf.fixedValue(node, entry, type, slot)) }
            }
            return true
        }
        return best
    }
}

extension Value {
    fileprivate var isNaN: Bool { self != self }
}
