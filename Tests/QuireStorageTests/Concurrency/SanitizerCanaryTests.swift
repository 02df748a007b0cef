// Under a sanitizer: does it see anything at all? A mistake that is made on purpose, in a process of its own, must be reported.

import Foundation
import Synchronization
import XCTest

final class SanitizerCanaryTests: XCTestCase {
    private static let variable = "QUIRE_CANARY"

    private func isLoaded(_ runtime: String) -> Bool {
        unsafe dlsym(UnsafeMutableRawPointer(bitPattern: 0), runtime) != nil
    }

    /// Runs one of the mistakes below and gives what its process printed.
    private func output(of mistake: String) throws -> String {
        #if os(Linux)
            let child = Process()
            child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
            child.arguments = ["QuireStorageTests.SanitizerCanaryTests/\(mistake)"]
            child.environment = ProcessInfo.processInfo.environment.merging([Self.variable: "1"]) { $1 }
            let pipe = Pipe()
            child.standardOutput = pipe
            child.standardError = pipe
            try child.run()
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            child.waitUntilExit()
            return String(decoding: data, as: UTF8.self)
        #else
            throw XCTSkip("a test cannot start itself here")
        #endif
    }

    private func requireCanary() throws {
        let isAsked = ProcessInfo.processInfo.environment[Self.variable] != nil
        if !isAsked { throw XCTSkip("a mistake that only the other tests make") }
    }

    func testThreadSanitizer_reportsARace() throws {
        guard isLoaded("__tsan_init") else { throw XCTSkip("without the thread sanitizer") }
        XCTAssertTrue(try output(of: "testMistake_race").contains("WARNING: ThreadSanitizer: "))
    }

    func testAddressSanitizer_reportsAReadBehindTheEnd() throws {
        guard isLoaded("__asan_init") else { throw XCTSkip("without the address sanitizer") }
        XCTAssertTrue(try output(of: "testMistake_readBehindTheEnd").contains("AddressSanitizer: heap-buffer-overflow"))
    }

    // MARK: Mistakes

    private final class Racer: @unchecked Sendable { var value = 0 }

    func testMistake_race() throws {
        try requireCanary()
        let racer = Racer()
        let started = Atomic(0)
        let group = DispatchGroup()
        for _ in 0..<2 {
            group.enter()
            Thread.detachNewThread {
                // Both at once, without an order between them that the sanitizer could see.
                _ = started.wrappingAdd(1, ordering: .relaxed)
                while started.load(ordering: .relaxed) < 2 {}
                for _ in 0..<10_000 { racer.value += 1 }
                group.leave()
            }
        }
        group.wait()
        XCTAssertGreaterThan(racer.value, 0, "both have run")
    }

    func testMistake_readBehindTheEnd() throws {
        try requireCanary()
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
        unsafe bytes.initialize(repeating: 1, count: 16)
        let index = 16 + Int(ProcessInfo.processInfo.processIdentifier % 2)
        let byte = unsafe bytes[index]
        unsafe bytes.deallocate()
        XCTFail("nobody stopped the read of \(byte)")
    }
}
