// Instructions and allocations of the probes, counted by valgrind's tool callgrind. Counts do not depend on what else the
// machine does.

import Foundation
import QuireEngine
import Workloads
import XCTest

/// What one probe costs, each of its operations.
struct OperationCost {
    let instructions: Double
    let allocations: Double
}

/// One run of all probes under callgrind.
enum CallgrindProfile {
    /// Costs by probe; skips the test with a word where the tool or the program is missing.
    static func run() throws -> [Probe: OperationCost] {
        let valgrind = URL(fileURLWithPath: "/usr/bin/valgrind")
        try XCTSkipUnless(
            FileManager.default.isExecutableFile(atPath: valgrind.path),
            "valgrind is not there: no instructions are counted (apt install valgrind)")
        // Programs stand beside the bundle of the tests.
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let program = products.appending(path: "compare")
        XCTAssertTrue(FileManager.default.isExecutableFile(atPath: program.path), "\(program.path) was not built")
        let folder = FileManager.default.temporaryDirectory.appending(path: "quire-probes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = valgrind
        process.arguments = [
            "--tool=callgrind", "--compress-strings=no", "--callgrind-out-file=\(folder.path)/out",
            "--dump-after=*\(Probe.function)*", "--zero-before=*\(Probe.function)*", program.path,
            ChildOrder.flag, QuireEngine.name, "", "probe",
        ]
        // Hash seeds change how many instructions a dictionary takes.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0, "the probes failed under valgrind")
        var costs: [Probe: OperationCost] = [:]
        for (number, probe) in Probe.allCases.enumerated() where probe != .nothing {
            costs[probe] = try cost(folder.appending(path: "out.\(number + 1)"))
        }
        return costs
    }

    /// Functions in which all memory begins.
    private static let allocators: Set<String> = ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"]

    private static func cost(_ file: URL) throws -> OperationCost {
        var (instructions, allocations, callee) = (0.0, 0.0, "")
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("cfn=") {
                callee = String(line.dropFirst(4).prefix { $0 != "@" && $0 != "'" })
            } else if line.hasPrefix("calls="), allocators.contains(callee) {
                allocations += Double(line.dropFirst(6).prefix { $0.isNumber }) ?? 0
            } else if line.hasPrefix("totals:") {
                instructions = Double(line.dropFirst(7).drop { $0 == " " }) ?? 0
            }
        }
        return OperationCost(
            instructions: instructions / Double(Probe.count), allocations: allocations / Double(Probe.count))
    }
}
