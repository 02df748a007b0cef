// Two readers of the format that share no line of code find the same in every file.

import Foundation
import QuireTestSupport
import XCTest

@testable import QuireStorage

final class ReaderTests: XCTestCase {
    /// How the reader begins its sentence about a file that the engine refuses with a code.
    private static let sentences: [StorageError.Code: String] = [
        .damaged: "The file is damaged: ", .formatTooNew: "The file is too new for this reader: ",
        .notADatabase: "This is no Quire file: ",
    ]

    private func assertRefused(
        _ result: PythonReader.Result, _ code: StorageError.Code, _ what: String, line: UInt = #line
    ) {
        XCTAssertEqual(result.status, 1, what, line: line)
        XCTAssertEqual(result.output, "", what, line: line)
        assertOneSentence(result.complaint, what, line: line)
        let sentence = Self.sentences[code] ?? "no sentence"
        XCTAssertTrue(result.complaint.contains(": " + sentence), "\(what): \(result.complaint)", line: line)
    }

    private func assertOneSentence(_ complaint: String, _ what: String, line: UInt = #line) {
        XCTAssertTrue(complaint.hasSuffix(".\n"), "\(what): \(complaint)", line: line)
        XCTAssertEqual(complaint.filter { $0 == "\n" }.count, 1, "\(what): \(complaint)", line: line)
    }

    private func assertSame(_ reader: PythonReader, _ bytes: [UInt8], _ what: String, line: UInt = #line) throws {
        let result = try reader.read(bytes)
        XCTAssertEqual(result.complaint, "", what, line: line)
        XCTAssertEqual(result.status, 0, what, line: line)
        assertSameLines(result.output, try EngineDump.text(bytes), what, line: line)
    }

    func testReader_ofGoldenFiles_findsWhatIsWrittenBesideThem() throws {
        let reader = try PythonReader(self)
        for golden in GoldenFile.all {
            let result = try reader.read(golden.storedBytes())
            if let refusal = golden.refusal {
                assertRefused(result, refusal, golden.name)
            } else {
                XCTAssertEqual(result.complaint, "", golden.name)
                XCTAssertEqual(result.status, 0, golden.name)
                assertSameLines(result.output, try golden.storedContents(), golden.name)
            }
        }
    }

    func testReader_ofTheWorkedExample_findsRex() throws {
        let reader = try PythonReader(self)
        let result = try reader.read(WorkedExample.make(), options: [])
        XCTAssertTrue(result.output.contains(#"{"id":1,"values":{"name":"Rex","age":3}}"#), result.output)
        try assertSame(reader, WorkedExample.make(), "the worked example")
    }

    // MARK: Random files

    /// QUIRE_READER_SEED and QUIRE_READER_ROUNDS repeat or extend a run.
    private func seeds(_ rounds: Int) -> Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["QUIRE_READER_SEED"].flatMap { UInt64($0) } ?? 1
        return first..<first + (environment["QUIRE_READER_ROUNDS"].flatMap { UInt64($0) } ?? UInt64(rounds))
    }

    func testReader_ofFilesAfterRandomOperations_agreesWithTheEngine() throws {
        let reader = try PythonReader(self)
        for seed in seeds(4) {
            let file = MemoryFile(name: "random \(seed)")
            weak var database: Database?
            let store = try RandomStore(seed: seed) {
                if let database { return database }
                var options = Database.Options()
                options.pageSize = seed % 2 == 0 ? 4096 : 512
                options.spillByteCount = seed % 3 == 0 ? 40_000 : options.spillByteCount
                let opened = try Database.open(storage: file, options, system: SimulatedSystem(seed: seed))
                database = opened
                return opened
            }
            for _ in 0..<600 { try store.step() }
            try store.finish()
            print("seed \(seed): \(store.counts.values.reduce(0, +)) operations, \(file.bytes.count) bytes")
            try assertSame(reader, file.bytes, "random operations, seed \(seed)")
        }
    }

    func testReader_ofFilesOfEveryTypeAndEveryTree_agreesWithTheEngine() throws {
        let reader = try PythonReader(self)
        for seed in seeds(4) {
            let pageSize = [512, 4096, 1024, 16_384][Int(seed % 4)]
            print("seed \(seed), pages of \(pageSize) bytes")
            try assertSame(reader, EveryType.makeRandom(seed: seed, pageSize: pageSize), "every type, seed \(seed)")
            try assertSame(reader, SampleFile.make(seed: seed, pageSize: pageSize), "every tree, seed \(seed)")
        }
    }

    // MARK: Damaged files

    /// Whatever the engine's own check finds in a forged file, whose checksums are all right, the reader finds too.
    func testReader_ofForgedFiles_findsWhatTheEnginesCheckFinds() throws {
        let reader = try PythonReader(self)
        let original = try SampleFile.make(seed: 3, pageSize: 512)
        try assertSame(reader, original, "the file before it is forged")
        var refused = 0
        for seed in seeds(30) {
            var random = SeededGenerator(seed: seed)
            var forged = try ForgedFile(original)
            let page = forged.nodes[random.below(forged.nodes.count)]
            let offset = random.below(2) == 0 ? 28 + random.below(52) : 28 + random.below(512 - 28)
            let values = [0, 0xFF, 0x7F, 0x80, UInt8(random.below(256)), forged.bytes[page * 512 + offset] ^ 1]
            try forged.set(page, offset, values[random.below(values.count)])
            let result = try reader.read(forged.bytes)
            let what = "seed \(seed), page \(page), byte \(offset)"
            if result.status == 0 {
                XCTAssertEqual(try problems(forged.bytes), [], what)
            } else {
                refused += 1
                XCTAssertEqual(result.status, 1, what)
                assertOneSentence(result.complaint, what)
            }
        }
        print("\(refused) forged files were refused")
        XCTAssertGreaterThan(refused, 5)
    }

    /// A free bitmap of the right count that calls a page free that is in use, and another one not that is free.
    func testReader_ofAForgedFreeBitmap_namesThePages() throws {
        let reader = try PythonReader(self)
        let golden = try XCTUnwrap(GoldenFile.all.first { $0.name == "freed-pages" })
        var forged = try ForgedFile(golden.storedBytes())
        let kind = NodeKind.bitmapLeaf.rawValue
        let leaf = try XCTUnwrap(forged.nodes.first { forged.bytes[$0 * 512 + NodeHeader.kind] == kind })
        let firstPage = FileLayout.firstPage(pageSize: 512)
        let isFree = { (page: Int) in forged.bytes[leaf * 512 + 64 + page / 8] >> UInt8(page % 8) & 1 != 0 }
        let used = try XCTUnwrap((firstPage..<512).first { !isFree($0) })
        let free = try XCTUnwrap((firstPage..<512).first { isFree($0) })
        for page in [used, free] {
            let offset = 64 + page / 8
            try forged.set(leaf, offset, forged.bytes[leaf * 512 + offset] ^ 1 << UInt8(page % 8))
        }
        let result = try reader.read(forged.bytes)
        assertRefused(result, .damaged, "a forged bitmap")
        let places = [used: "it is in use and free", free: "it is neither in use nor free"]
        XCTAssertTrue(places.contains { result.complaint.contains(": page \($0): \($1).") }, result.complaint)
        XCTAssertGreaterThan(try problems(forged.bytes).count, 0)
    }

    private func problems(_ bytes: [UInt8]) throws -> [String] {
        do {
            return try FileCheck.run(EngineDump.open(bytes)).problems.map(\.message)
        } catch let error as StorageError { return [error.message] }
    }

    /// A changed byte of what the state needs never passes, wherever it is.
    func testReader_ofFilesWithAFlippedBit_refusesThem() throws {
        let reader = try PythonReader(self)
        let original = try WorkedExample.make()
        let forged = try ForgedFile(original)
        for seed in seeds(12) {
            var random = SeededGenerator(seed: seed)
            let page = forged.nodes[random.below(forged.nodes.count)]
            let place = page * WorkedExample.pageSize + random.below(WorkedExample.pageSize)
            var bytes = original
            bytes[place] ^= 1 << UInt8(random.below(8))
            assertRefused(try reader.read(bytes), .damaged, "seed \(seed), byte \(place)")
        }
    }

    func testReader_ofWhatIsNoFile_saysSo() throws {
        let reader = try PythonReader(self)
        let example = try WorkedExample.make()
        assertRefused(try reader.read([]), .notADatabase, "nothing")
        assertRefused(try reader.read(Array("hello".utf8)), .notADatabase, "a text")
        for count in [8, 127, 128, 16_384, 65_535, 65_536, 70_000] {
            assertRefused(try reader.read(Array(example.prefix(count))), .damaged, "\(count) bytes")
        }
        assertRefused(try reader.run(["/dev/null"]), .notADatabase, "a device")
        let missing = try reader.run(["/nowhere/file.quire"])
        XCTAssertEqual(missing.status, 1)
        assertOneSentence(missing.complaint, "a missing file")
        XCTAssertEqual(try reader.run([]).status, 2)
    }
}
