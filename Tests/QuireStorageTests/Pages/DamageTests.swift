// Files with wrong bytes in them: a typed error or the right answer, never a trap, a hang or a wrong value.

import Foundation
import QuireStorage
import QuireTestSupport
import XCTest

final class DamageTests: PageTestCase {
    /// A closed database with every kind of page that this layer knows.
    private func sample() throws -> (bytes: [UInt8], values: [UInt64]) {
        let file = MemoryFile(name: "sample")
        var values: [UInt64] = []
        do {
            let forest = try NodeForest(try openMemory(file))
            try forest.write { try $0.plant(5) }
            try forest.write { forest in
                try forest.setLong(2, byteCount: 70_000, 7)
                try forest.setLong(3, byteCount: 10, 8)
            }
            try forest.write { try $0.set(1, 4) }
            values = try forest.values()
        }
        return (file.bytes, values)
    }

    private func open(_ bytes: [UInt8]) throws -> Database {
        try openMemory(try MemoryFile(name: "damaged", bytes: bytes), boot: 2)
    }

    func testOpen_withAnyByteChanged_failsOrShowsTheSame() throws {
        let (bytes, values) = try sample()
        var refused = 0
        var same = 0
        // Every byte of the parts with a meaning of their own, and a sample of the rest.
        var places = Array(0..<128) + Array(stride(from: 128, to: bytes.count, by: 61))
        for block in 1...3 {
            places += Array(block * 16_384..<block * 16_384 + 620)
            places += Array(block * 16_384 + 3584..<block * 16_384 + 3616)
        }
        // And where the values themselves stand.
        let forest = try NodeForest(try open(bytes))
        for index in values.indices {
            let start = Int(try forest.reference(index).page.rawValue) * 512
            places += (start..<start + 512).filter { bytes[$0] != 0 }
        }
        for place in places {
            for mask: UInt8 in [0xFF, 0x01] {
                var damaged = bytes
                damaged[place] ^= mask
                do {
                    let database = try open(damaged)
                    try database.verify(findsLeaks: true)
                    let found = try NodeForest(database).values()
                    XCTAssertEqual(found, values, "byte \(place) ^ \(mask)")
                    same += 1
                } catch let error as StorageError {
                    let codes: [StorageError.Code] = place < 128 ? [.damaged, .notADatabase] : [.damaged]
                    XCTAssertTrue(codes.contains(error.code), "byte \(place) ^ \(mask): \(error)")
                    refused += 1
                }
            }
        }
        XCTAssertGreaterThan(refused, 1000)
        XCTAssertGreaterThan(same, 1000)
    }

    func testRead_ofOneDamagedPage_namesItAndLeavesTheRestReadable() throws {
        let (bytes, values) = try sample()
        for copying in [false, true] {
            for index in 0..<5 {
                let page = try NodeForest(open(bytes)).reference(index).page
                var damaged = bytes
                // Inside the value of a long one, past its header and table.
                damaged[Int(page.rawValue) * 512 + (index == 2 ? 60_000 : 130)] ^= 0x10
                var options = Database.Options()
                options.readsByCopying = copying
                let database = try Database.open(
                    storage: try MemoryFile(name: "damaged", bytes: damaged), options, system: SimulatedSystem(seed: 1))
                let forest = try NodeForest(database)
                XCTAssertThrowsError(try forest.values()) { error in
                    XCTAssertEqual((error as? StorageError)?.code, .damaged)
                    XCTAssertEqual((error as? StorageError)?.page, page)
                }
                let root = try forest.space.node(forest.roots.directory.reference)
                for other in 0..<5 where other != index {
                    let leaf = try forest.space.node(IntegerInner.reference(root, other, byteCount: 512))
                    if leaf.kind != .overflow {
                        XCTAssertEqual(IntegerInner.count(leaf, 0, byteCount: 512), values[other])
                    }
                }
            }
        }
    }

    /// A page that is whole but older than the reference to it: a write that the disk lost.
    func testRead_ofALostWrite_isDamage() throws {
        let file = MemoryFile(name: "lost")
        let forest = try NodeForest(try openMemory(file))
        try forest.write { try $0.plant(3) }
        for round in 0..<40 {
            let old = file.bytes
            try forest.write { try $0.set(1, UInt64(round)) }
            let page = Int(try forest.reference(1).page.rawValue)
            var lost = file.bytes
            lost.replaceSubrange(page * 512..<(page + 1) * 512, with: old[page * 512..<(page + 1) * 512])
            XCTAssertEqual(code { _ = try NodeForest(self.open(lost)).values() }, .damaged)
        }
    }

    func testOpen_ofAShortenedFile_isDamageAndALengthenedOneIsNot() throws {
        let (bytes, values) = try sample()
        let end = bytes.count
        for count in stride(from: 1, to: end, by: 509) + [65_535, 65_536, end - 1] {
            do {
                let database = try open(Array(bytes[..<count]))
                try database.verify(findsLeaks: true)
                XCTAssertEqual(try NodeForest(database).values(), values)
            } catch let error as StorageError {
                XCTAssertTrue([.damaged, .notADatabase].contains(error.code), "\(count): \(error)")
                XCTAssertTrue(error.code == .damaged || count < 8, "\(count): \(error)")
            }
        }
        for extra in [1, 511, 512, 70_000] {
            let forest = try NodeForest(try open(bytes + [UInt8](repeating: 0x5A, count: extra)))
            XCTAssertEqual(try forest.values(), values)
            for round in 0..<10 { try forest.write { try $0.set(1, UInt64(round)) } }
            try forest.database.verify(findsLeaks: true)
        }
    }

    /// Mapped pages behind the new end would be a signal; what is copied is an error that says what.
    func testRead_byCopying_ofAFileThatIsCutOffMeanwhile_isDamage() throws {
        let (bytes, values) = try sample()
        let path = try temporaryPath()
        let url = URL(fileURLWithPath: path)
        try Data(bytes).write(to: url)
        var options = Database.Options()
        options.readsByCopying = true
        let forest = try NodeForest(try Database.open(.file(path: path), options))
        XCTAssertEqual(unsafe truncate(path, 65_536), 0)
        XCTAssertEqual(code { _ = try forest.values() }, .damaged)
        try Data(bytes).write(to: url)
        XCTAssertEqual(try NodeForest(try Database.open(.file(path: path), options)).values(), values)
    }

    /// References that no writer made, with right checksums around them.
    func testNode_ofAnyReference_failsWithoutATrap() throws {
        let (bytes, _) = try sample()
        let random = SimulatedSystem(seed: 3)
        var references: [UInt64] = [0, 1, .max, 1 << 63, 1 << 31, (1 << 31) | 5, 0xFFFF_FFFF, 0x7FFF_FFFF, 127, 64]
        for _ in 0..<20_000 {
            references.append(random.random())
            references.append(random.random() & 0xFFFF_FFFF_0000_01FF)
        }
        // What lies behind the end of a mapped file is a signal.
        let path = try temporaryPath()
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        for database in [try open(bytes), try Database.open(.file(path: path), Database.Options())] {
            let forest = try NodeForest(database)
            for raw in references {
                let reference = NodeReference(rawValue: raw)
                XCTAssertEqual(code { _ = try forest.space.node(reference) }, .damaged, "\(raw)")
                XCTAssertEqual(code { _ = try forest.database.file.node(reference) }, .damaged, "\(raw)")
            }
        }
    }

    /// Pages of random bytes with right checksums: whatever they claim about their size, nothing is read outside of
    /// the file.
    func testNode_ofRandomBytesWithARightChecksum_neverTraps() throws {
        let (bytes, _) = try sample()
        let random = SimulatedSystem(seed: 9)
        let seed = try open(bytes).file.seed
        var whole = 0
        for round in 0..<3000 {
            var damaged = bytes
            let page = 128 + Int(random.random() % UInt64(bytes.count / 512 - 128))
            let start = page * 512
            if round % 3 != 0 {
                for index in 0..<512 { damaged[start + index] = UInt8(truncatingIfNeeded: random.random()) }
            }
            damaged[start + NodeHeader.kind] = UInt8(random.random() % 9)
            damaged[start + NodeHeader.level] = UInt8(random.random() % 4)
            damaged[start + NodeHeader.log2Pages] = UInt8(random.random() % (round % 2 == 0 ? 3 : 64))
            if round % 4 == 0 { for index in 57..<64 { damaged[start + index] = 0 } }
            if round % 5 == 0 { damaged[start + NodeHeader.count] = UInt8(random.random() % 20) }
            if round % 5 < 3 { for index in 1..<4 { damaged[start + NodeHeader.count + index] = 0 } }
            for index in 0..<4 {
                damaged[start + NodeHeader.page + index] = UInt8(truncatingIfNeeded: page >> (8 * index))
            }
            damaged = try damaged.sealed(page: page, pageSize: 512, seed)
            let database = try open(damaged)
            let tag = damaged[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let reference = NodeReference(page: PageNumber(UInt32(page)), tag: tag)
            let failure = code {
                let node = try database.file.node(reference)
                guard node.kind == .overflow else { return }
                let length = Int(node.u64(OverflowRun.Offset.byteCount))
                try PageSpace(file: database.file).withOverflow(reference, length: length) { _ in }
            }
            if let failure { XCTAssertEqual(failure, .damaged) } else { whole += 1 }
        }
        // Some of them make sense by chance, so the checksums were right.
        XCTAssertGreaterThan(whole, 0)
    }
}

extension Array where Element == UInt8 {
    /// The bytes with the right checksum in the node at a page, as far as its size makes sense.
    fileprivate func sealed(page: Int, pageSize: Int, _ seed: ChecksumSeed) throws -> [UInt8] {
        var result = self
        let start = page * pageSize
        var byteCount = pageSize
        if self[start + NodeHeader.kind] != NodeKind.overflow.rawValue, self[start + NodeHeader.log2Pages] < 4 {
            byteCount = pageSize << Int(self[start + NodeHeader.log2Pages])
        }
        guard start + byteCount <= count else { return self }
        let body = Array(self[start + 8..<start + byteCount])
        let hash = try body.withView { view throws(StorageError) in
            Checksum.hash(view, seed: seed.node(PageNumber(UInt32(page))))
        }
        for index in 0..<8 { result[start + index] = UInt8(truncatingIfNeeded: hash >> (8 * UInt64(index))) }
        return result
    }
}

private func + (a: StrideTo<Int>, b: [Int]) -> [Int] { Array(a) + b }
