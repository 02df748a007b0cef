// The example's output, word for word.

import Foundation
import XCTest

final class PortfolioTests: XCTestCase {
    /// The folder of the executables that were built with the tests.
    private var products: URL {
        get throws {
            #if os(Linux)
                return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            #else
                return Bundle(for: Self.self).bundleURL.deletingLastPathComponent()
            #endif
        }
    }

    private func run(_ name: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
        let process = Process()
        process.executableURL = try products.appending(path: name)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

    private func fixture(_ name: String) throws -> String {
        let url = try XCTUnwrap(Bundle.module.url(forResource: name, withExtension: "txt", subdirectory: "Fixtures"))
        return try String(contentsOf: url, encoding: .utf8)
    }

    func testExample_inAFreshDirectoryAndAgain_printsTheFixtures() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "portfolio-test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let first = try run("portfolio", [directory.path])
        XCTAssertEqual(first.status, 0)
        XCTAssertEqual(first.output, try fixture("portfolio"))
        let second = try run("portfolio", [directory.path])
        XCTAssertEqual(second.status, 0)
        XCTAssertEqual(second.output, try fixture("portfolio-again"))
    }

    func testExample_withAWrongArgument_saysHowToUseIt() throws {
        let answer = try run("portfolio", ["--objects", "many"])
        XCTAssertEqual(answer.status, 2)
        XCTAssertEqual(answer.output, "usage: portfolio [DIRECTORY] [--objects N]\n")
    }
}
