// Runs Spec/reader.py, which reads files with none of the engine's code.

import Foundation
import XCTest

struct PythonReader {
    struct Result {
        var status: Int32
        var output: String
        var complaint: String
    }

    /// Where the file to read and what the reader says stand for a moment.
    private let folder: URL
    private let interpreter: URL

    /// Skips the test where there is no python3.
    init(_ test: XCTestCase) throws {
        guard let interpreter = try Self.interpreter() else {
            throw XCTSkip("SKIPPED: there is no python3 of version 3.8 or newer, which Spec/reader.py needs")
        }
        self.interpreter = interpreter
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        test.addTeardownBlock { try FileManager.default.removeItem(at: folder) }
        self.folder = folder
    }

    /// The interpreter itself: what the path names may be a script that looks for one each time.
    private static func interpreter() throws -> URL? {
        let probe = Process()
        let answer = Pipe()
        probe.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        probe.arguments = ["python3", "-c", "import sys; print(sys.executable) if sys.version_info >= (3, 8) else 0"]
        probe.standardOutput = answer
        probe.standardError = FileHandle.nullDevice
        try probe.run()
        let path = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        probe.waitUntilExit()
        guard probe.terminationStatus == 0, path.hasPrefix("/") else { return nil }
        return URL(fileURLWithPath: path.trimmingCharacters(in: .newlines))
    }

    /// What the reader says about a file with these bytes.
    func read(_ bytes: [UInt8], options: [String] = ["--check"]) throws -> Result {
        let file = folder.appendingPathComponent("file.quire")
        try Data(bytes).write(to: file)
        return try run(options + [file.path])
    }

    func run(_ arguments: [String]) throws -> Result {
        // Files instead of pipes: nobody need empty them meanwhile.
        let output = try emptyFile("output")
        let complaint = try emptyFile("complaint")
        let process = Process()
        process.executableURL = interpreter
        // The run of the machine in which the files of the tests were written.
        let boot = "00000000-0000-0000-0000-000000000001"
        process.arguments =
            [Repository.root.appendingPathComponent("Spec/reader.py").path, "--boot-id", boot] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: complaint)
        try process.run()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationReason, .exit)
        return Result(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            complaint: try String(contentsOf: complaint, encoding: .utf8))
    }

    private func emptyFile(_ name: String) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data().write(to: url)
        return url
    }
}

/// Compares texts of many lines and shows the first line that differs.
func assertSameLines(
    _ actual: String, _ expected: String, _ what: String, file: StaticString = #filePath, line: UInt = #line
) {
    guard actual != expected else { return }
    let actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    for index in 0..<max(actual.count, expected.count) {
        let (a, e) = (index < actual.count ? actual[index] : "", index < expected.count ? expected[index] : "")
        guard a == e, index < actual.count, index < expected.count else {
            let message = "\(what), line \(index + 1): \(a.prefix(400))\nexpected: \(e.prefix(400))"
            return XCTFail(message, file: file, line: line)
        }
    }
    XCTFail("\(what): the texts differ, and their lines do not", file: file, line: line)
}
