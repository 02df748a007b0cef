// X1: records of two hundred doubles.

import CLMDB
package import Workloads

extension LMDBEngine {
    package func contender(_ work: WideClass) -> Turns? {
        Turns { [self] in
            let environment = try empty()
            let size = WideClass.properties * MemoryLayout<Double>.size
            let wide = try environment.write { try $0.database("wide", MDB_CREATE | MDB_INTEGERKEY) }
            let keys = PackedTexts(numbers: Array(0..<work.count))
            let inserted = try nanoseconds {
                try environment.write { transaction in
                    var record = [Double](repeating: 0, count: WideClass.properties)
                    for number in 0..<work.count {
                        for property in record.indices { record[property] = Double(number + property) }
                        try unsafe record.withUnsafeBytes {
                            try unsafe transaction.put(wide, keys[number], $0, MDB_APPEND)
                        }
                    }
                }
            }
            var sum = 0.0
            let found = try nanoseconds {
                try environment.read { transaction in
                    for number in work.read {
                        sum += try unsafe Self.property(WideClass.readProperty, transaction.get(wide, keys[number]))
                    }
                }
            }
            let changed = try nanoseconds {
                try environment.write { transaction in
                    for number in work.changed {
                        let record = try unsafe transaction.get(wide, keys[number])
                        try unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { copy in
                            unsafe copy.copyMemory(from: record)
                            unsafe copy.storeBytes(
                                of: WideClass.value, toByteOffset: 8 * WideClass.setProperty, as: Double.self)
                            try unsafe transaction.put(wide, keys[number], UnsafeRawBufferPointer(copy))
                        }
                    }
                }
            }
            var after = 0.0
            try environment.read {
                try unsafe $0.scan(wide) { _, record in
                    unsafe after += Self.property(WideClass.setProperty, record)
                }
            }
            return ([inserted, found, changed], [.sum(sum), .sum(after)])
        }
    }

    private static func property(_ number: Int, _ record: UnsafeRawBufferPointer) -> Double {
        unsafe record.loadUnaligned(fromByteOffset: 8 * number, as: Double.self)
    }
}
