// One test for each code that an opening may throw: provoked from outside, with its named parts, and nothing changed.

import Foundation
import QuireTestSupport
import XCTest

@testable import Quire
@testable import QuireStorage

final class ErrorCodeTests: XCTestCase {
    override class func setUp() { LeftOutDefence.fromEnvironment() }

    private func configuration(_ file: URL, _ types: [Object.Type] = commonTypes) -> Realm.Configuration {
        Realm.Configuration(fileURL: file, objectTypes: types)
    }

    /// The error that a body must throw, with its code.
    private func expect(
        _ code: Realm.Error.Code, file: URL? = nil, line: UInt = #line, _ body: () throws -> Void
    ) -> Realm.Error? {
        do {
            try body()
            XCTFail("\(code.name) was expected and nothing was thrown", line: line)
        } catch let error as Realm.Error {
            XCTAssertEqual(error.code, code, error.message, line: line)
            XCTAssertFalse(error.message.isEmpty, line: line)
            if let file {
                XCTAssertEqual(error.file, file.path(percentEncoded: false), error.message, line: line)
            }
            return error
        } catch {
            XCTFail("\(error)", line: line)
        }
        return nil
    }

    /// A closed file with three pets.
    private func makeFile(_ file: URL) throws {
        let realm = try Realm(configuration: configuration(file))
        try realm.write { for id in 1...3 { realm.create(Pet.self, value: ["id": id]) } }
    }

    // MARK: Not a database

    func testForeignRealmAndEmptyFiles_areNotADatabase_andStayAsTheyAre() throws {
        try withTemporaryDirectory { directory in
            var realmFile = Data(count: 4096)
            realmFile.replaceSubrange(16..<20, with: Data("T-DB".utf8))
            for (name, content) in [
                ("foreign.quire", Data("SQLite format 3\u{0}".utf8) + Data(count: 5_000)), ("default.realm", realmFile),
                ("text.quire", Data("{}".utf8)),
            ] {
                let file = directory.appending(path: name)
                try content.write(to: file)
                for readOnly in [false, true] {
                    var configuration = configuration(file)
                    configuration.readOnly = readOnly
                    let error = expect(.notADatabase, file: file) { _ = try Realm(configuration: configuration) }
                    XCTAssertEqual(error?.message.contains("Realm file"), name == "default.realm", error?.message ?? "")
                }
                XCTAssertEqual(try Data(contentsOf: file), content, name)
            }
            let empty = directory.appending(path: "empty.quire")
            try Data().write(to: empty)
            var configuration = configuration(empty)
            configuration.readOnly = true
            _ = expect(.notADatabase, file: empty) { _ = try Realm(configuration: configuration) }
            XCTAssertEqual(try Data(contentsOf: empty).count, 0)
            _ = expect(.notADatabase, file: directory) { _ = try Realm(configuration: self.configuration(directory)) }
        }
    }

    // MARK: Damaged, cut off, too new

    func testTruncatedFile_isDamaged_andStaysAsItIs() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "cut.quire")
            try makeFile(file)
            let whole = try Data(contentsOf: file)
            for count in [9, 4_096, 16_500, 65_536] {
                try whole.prefix(count).write(to: file)
                let error = expect(.damaged, file: file) { _ = try Realm(configuration: configuration(file)) }
                XCTAssertNotNil(error)
                XCTAssertEqual(try Data(contentsOf: file), whole.prefix(count), "\(count)")
            }
        }
    }

    func testWrongPageSize_isRefused_inTheConfigurationAndInTheFile() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "pages.quire")
            for pageSize in [0, -1, 256, 1_000, 131_072] {
                var configuration = configuration(file)
                configuration.pageSize = pageSize
                _ = expect(.valueOutOfRange, file: file) { _ = try Realm(configuration: configuration) }
                XCTAssertFalse(Realm.fileExists(for: configuration), "nothing was made")
            }
            // An existing file keeps its own size whatever is asked for.
            var small = configuration(file)
            small.pageSize = 512
            do { _ = try Realm(configuration: small) }
            XCTAssertEqual(try Realm(configuration: configuration(file)).context.session.database.pageSize, 512)
            // A header with an impossible size does not match its checksum.
            var bytes = try Data(contentsOf: file)
            let before = bytes
            var isRefused = 0
            for place in 0..<64 {
                bytes = before
                bytes[place] ^= 0x40
                try bytes.write(to: file)
                do { _ = try Realm(configuration: configuration(file)) } catch let error as Realm.Error {
                    XCTAssertTrue(
                        [.damaged, .notADatabase, .formatTooNew].contains(error.code), "byte \(place): \(error)")
                    XCTAssertEqual(error.file, file.path(percentEncoded: false))
                    isRefused += 1
                }
                XCTAssertEqual(try Data(contentsOf: file), bytes)
            }
            XCTAssertGreaterThan(isRefused, 40)
        }
    }

    /// Sets a field of the slot of the newest transaction, and its checksum.
    private func changeSlot(_ file: URL, _ offset: Int, to value: UInt8) throws {
        var bytes = [UInt8](try Data(contentsOf: file))
        let newest: Int
        let seed: ChecksumSeed
        do {
            let database = try Database.open(.file(path: file.path(percentEncoded: false)), Database.Options())
            newest = FileLayout.slotBlock(database.newestTransaction)
            seed = database.file.seed
        }
        let start = FileLayout.slotOffset(block: newest)
        bytes[start + offset] = value
        let checksum = try bytes.withView { view throws(StorageError) in
            let slot = view.slice(start, Slot.byteCount)
            let before = Checksum.hash(slot.slice(0, 40), seed: seed.block(newest, part: 0))
            return Checksum.hash(slot.slice(48, Slot.byteCount - 48), seed: before)
        }
        for index in 0..<8 { bytes[start + 40 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt64(index))) }
        try Data(bytes).write(to: file)
    }

    func testNewerFormat_isRefused_andStaysAsItIs() throws {
        for (offset, isReadable) in [
            (Slot.Offset.version, false), (Slot.Offset.readFeatures, false), (Slot.Offset.writeFeatures, true),
        ] {
            try withTemporaryDirectory { directory in
                let file = directory.appending(path: "newer.quire")
                try makeFile(file)
                try changeSlot(file, offset, to: 2)
                let before = try Data(contentsOf: file)
                let error = expect(.formatTooNew, file: file) { _ = try Realm(configuration: configuration(file)) }
                XCTAssertEqual(error?.message.contains("newer version"), true, error?.message ?? "")
                var readOnly = configuration(file)
                readOnly.readOnly = true
                if isReadable {
                    XCTAssertEqual(try Realm(configuration: readOnly).objects(Pet.self).count, 3)
                } else {
                    _ = expect(.formatTooNew, file: file) { _ = try Realm(configuration: readOnly) }
                }
                XCTAssertEqual(try Data(contentsOf: file), before)
            }
        }
    }

    func testDamagedPage_isNamedWithFileClassAndPage() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "damaged.quire")
            do {
                let realm = try Realm(configuration: configuration(file))
                try realm.write {
                    for id in 1...2_000 { realm.create(Pet.self, value: ["id": id, "name": "pet number \(id)"]) }
                    realm.create(Note.self, value: ["text": "whole"])
                }
            }
            // The text of one pet in its leaf.
            var bytes = try Data(contentsOf: file)
            let place = try XCTUnwrap(bytes.range(of: Data("pet number 1234".utf8))).lowerBound
            bytes[place] ^= 1
            try bytes.write(to: file)
            let realm = try Realm(configuration: configuration(file))
            let error = expect(.damaged, file: file) {
                try realm.read { _ = realm.object(ofType: Pet.self, forPrimaryKey: 1_234)?.name }
            }
            // A leaf takes a page or two, and is named by its first.
            let page = try XCTUnwrap(error?.page)
            XCTAssertTrue((Int(page)...Int(page) + 1).contains(place / 4096), "page \(page) and not \(place / 4096)")
            XCTAssertEqual(error?.message.contains("Page \(page)"), true, error?.message ?? "")
            XCTAssertEqual(error?.className, "Pet")
            // The row is looked for by its key, and then read.
            XCTAssertTrue(["id", "name"].contains(error?.property), "\(error?.property ?? "none")")
            // Everything else is there, and the check finds the page.
            XCTAssertEqual(try realm.read { realm.objects(Note.self).first?.text }, "whole")
            XCTAssertEqual(try realm.read { realm.object(ofType: Pet.self, forPrimaryKey: 1)?.name }, "pet number 1")
            XCTAssertTrue(try realm.check().problems.contains { $0.page == page && $0.code == .damaged })
            let verified = expect(.damaged, file: file) { try realm.verify(Pet.self) }
            XCTAssertEqual(verified?.className, "Pet")
            XCTAssertEqual(verified?.page, page)
            XCTAssertNoThrow(try realm.verify(Note.self))
            // A write that needs the page is refused and leaves everything as it was; another one works.
            let written = expect(.damaged, file: file) {
                try realm.write {
                    realm.create(Note.self, value: ["text": "lost"])
                    realm.create(Pet.self, value: ["id": 1_234, "name": "new"], update: .modified)
                }
            }
            XCTAssertEqual(written?.page, page)
            XCTAssertEqual(realm.objects(Note.self).count, 1)
            try realm.write { realm.create(Note.self, value: ["text": "kept"]) }
            XCTAssertEqual(realm.objects(Note.self).map(\.text), ["whole", "kept"])
        }
    }

    func testVerificationOnOpen_ofADamagedPage_throwsAtOnce() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "careful.quire")
            do {
                let realm = try Realm(configuration: configuration(file))
                try realm.write {
                    for id in 1...2_000 { realm.create(Pet.self, value: ["id": id, "name": "pet number \(id)"]) }
                }
            }
            var bytes = try Data(contentsOf: file)
            let place = try XCTUnwrap(bytes.range(of: Data("pet number 777".utf8))).lowerBound
            bytes[place] ^= 1
            try bytes.write(to: file)
            var careful = configuration(file)
            careful.verification = .onOpen
            let error = expect(.damaged, file: file) { _ = try Realm(configuration: careful) }
            let page = try XCTUnwrap(error?.page)
            XCTAssertTrue((Int(page)...Int(page) + 1).contains(place / 4096), "page \(page) and not \(place / 4096)")
            XCTAssertEqual(try Data(contentsOf: file), bytes)
        }
    }

    // MARK: In use, out of reach

    func testFileThatAnotherProcessReplaces_isInUse_andOpensAfterwards() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "used.quire")
            try makeFile(file)
            let holder = try PosixFileSystem().open(file.path(percentEncoded: false), .readAndWrite)
            try holder.lock(.presence, .exclusive, .fail)
            var configuration = configuration(file)
            _ = expect(.inUse, file: file) { _ = try Realm(configuration: configuration) }
            _ = expect(.inUse, file: file) { _ = try Realm.deleteFiles(for: configuration) }
            configuration.whenInUse = .waitUpTo(seconds: 0.02)
            _ = expect(.inUse, file: file) { _ = try Realm(configuration: configuration) }
            configuration.readOnly = true
            _ = expect(.inUse, file: file) { _ = try Realm(configuration: configuration) }
            configuration.readOnly = false
            configuration.whenInUse = .wait
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { holder.close() }
            XCTAssertEqual(try Realm(configuration: configuration).objects(Pet.self).count, 3)
        }
    }

    func testFileThatIsOpenReadOnly_isInUseForAWriter() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "read.quire")
            try makeFile(file)
            var readOnly = configuration(file)
            readOnly.readOnly = true
            let reader = try Realm(configuration: readOnly)
            _ = expect(.inUse, file: file) { _ = try Realm(configuration: configuration(file)) }
            XCTAssertEqual(reader.objects(Pet.self).count, 3)
        }
    }

    func testDeletedFile_whileOpen_isFileReplaced_andReadableStill() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appending(path: "gone.quire")
            let realm = try Realm(configuration: configuration(file))
            try realm.write { realm.create(Pet.self, value: ["id": 1]) }
            try FileManager.default.removeItem(at: file)
            _ = expect(.fileReplaced, file: file) { try realm.write { _ = realm.create(Pet.self, value: ["id": 2]) } }
            XCTAssertEqual(realm.objects(Pet.self).map(\.id), [1])
        }
    }

    func testPathsOutOfReach_areNamed() throws {
        try withTemporaryDirectory { directory in
            let missing = directory.appending(path: "no/such/place.quire")
            _ = expect(.fileNotFound, file: missing) { _ = try Realm(configuration: configuration(missing)) }
            XCTAssertFalse(
                FileManager.default.fileExists(atPath: directory.appending(path: "no").path(percentEncoded: false)))
            // A directory that is a file cannot hold one, whoever asks.
            let plain = directory.appending(path: "plain")
            try Data("x".utf8).write(to: plain)
            let below = plain.appending(path: "a.quire")
            _ = expect(.fileNotFound, file: below) { _ = try Realm(configuration: configuration(below)) }
            let long = directory.appending(path: String(repeating: "n", count: 300))
            _ = expect(.fileAccess, file: long) { _ = try Realm(configuration: configuration(long)) }
            let loop = directory.appending(path: "loop.quire")
            try FileManager.default.createSymbolicLink(at: loop, withDestinationURL: loop)
            let error = expect(.fileAccess, file: loop) { _ = try Realm(configuration: configuration(loop)) }
            XCTAssertNotNil(error?.cause, "the error of the system")
            XCTAssertEqual(try Data(contentsOf: plain), Data("x".utf8))
        }
    }

    func testReadOnlyDirectory_isPermissionDenied() throws {
        try withTemporaryDirectory { directory in
            let locked = directory.appending(path: "locked")
            try FileManager.default.createDirectory(at: locked, withIntermediateDirectories: false)
            let path = locked.path(percentEncoded: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
            if FileManager.default.createFile(atPath: path + "/probe", contents: nil) {
                throw XCTSkip("this user may write everywhere")
            }
            let file = locked.appending(path: "a.quire")
            _ = expect(.filePermissionDenied, file: file) { _ = try Realm(configuration: configuration(file)) }
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: path), [])
        }
    }
}
