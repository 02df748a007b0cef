// What the tests of pages share: the same bodies over a file in memory with small pages and a real file with large
// ones.

import Foundation
import QuireStorage
import QuireTestSupport
import XCTest

class PageTestCase: XCTestCase {
    private var directories: [String] = []

    override class func setUp() { LeftOutDefence.fromEnvironment() }

    override func tearDown() {
        for directory in directories { try? FileManager.default.removeItem(atPath: directory) }
        super.tearDown()
    }

    /// The path of a file that does not exist yet, in a directory of its own.
    func temporaryPath(_ name: String = "test.quire") throws -> String {
        let directory = FileManager.default.temporaryDirectory.path + "/quire-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        directories.append(directory)
        return directory + "/" + name
    }

    /// A way to open one and the same store again and again.
    struct Store {
        let name: String
        let pageSize: Int
        let openWith: (Database.Options) throws -> Database

        func open() throws -> Database {
            var options = Database.Options()
            options.pageSize = pageSize
            return try openWith(options)
        }
    }

    /// Runs a test over every kind of store.
    func overEveryStore(_ body: (Store) throws -> Void) throws {
        let memory = MemoryFile(name: "memory")
        try body(
            Store(name: "memory, 512", pageSize: 512) { options in
                try Database.open(storage: memory, options, system: SimulatedSystem(seed: 1))
            })
        for pageSize in [4096, 65_536] {
            let path = try temporaryPath()
            try body(Store(name: "file, \(pageSize)", pageSize: pageSize) { try Database.open(.file(path: path), $0) })
        }
        let path = try temporaryPath()
        try body(
            Store(name: "file, 4096, copying", pageSize: 4096) { options in
                var options = options
                options.readsByCopying = true
                return try Database.open(.file(path: path), options)
            })
    }

    func openMemory(
        _ file: any StorageFile, pageSize: Int = 512, seed: UInt64 = 1, boot: UInt64 = 1
    ) throws -> Database {
        var options = Database.Options()
        options.pageSize = pageSize
        return try Database.open(storage: file, options, system: SimulatedSystem(seed: seed, boot: boot))
    }

    /// Runs `body` and gives the code of the error that it must throw.
    func code(_ body: () throws -> Void) -> StorageError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StorageError)?.code
        }
    }
}
