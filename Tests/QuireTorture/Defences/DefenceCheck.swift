// One check of the failure table, in a short form, in a process that may die of it.

import Foundation
import QuireStorage
import QuireTestSupport
import Synchronization

/// How a check went.
enum DefenceOutcome: Sendable {
    case passed
    /// With what it said first.
    case failed(String)
    /// It could not be carried out.
    case impossible(String)
}

enum DefenceCheck: Sendable, CustomStringConvertible {
    /// Of the suite `crash`.
    case crash(CrashScript)
    /// Another suite, with a script or without.
    case suite(String, script: String?)
    /// `Class.test` of `swift test`.
    case tests([String])

    /// One check takes seconds; what takes this long hangs.
    private static let secondsUntilKilled = 120.0

    init(_ name: String) throws {
        let parts = name.split(separator: "/").map(String.init)
        if name.contains(".test") {
            self = .tests([name])
        } else if parts[0] == CrashSuite.name, parts.count == 2 {
            guard let script = CrashScript.all.first(where: { $0.name == parts[1] }) else {
                throw TortureError("there is no crash script \(parts[1])")
            }
            self = .crash(script)
        } else if QuireTorture.suites.contains(where: { $0.name == parts[0] }), parts.count <= 2 {
            self = .suite(parts[0], script: parts.count == 2 ? parts[1] : nil)
        } else {
            throw TortureError("\(FailureTable.path) names \(name), which is neither a test nor a suite")
        }
    }

    var description: String {
        switch self {
        case .crash(let script): "\(CrashSuite.name)/\(script.name)"
        case .suite(let name, let script): script.map { "\(name)/\($0)" } ?? name
        case .tests(let names): names.count == 1 ? names[0] : "\(names.count) tests"
        }
    }

    var isCrash: Bool { if case .crash = self { true } else { false } }

    /// The cheap ones are asked first.
    var cost: Int {
        switch self {
        case .tests: 0
        case .crash: 1
        case .suite: 2
        }
    }

    // MARK: Running

    /// Runs it in a process of its own, without the defence that `flaw` stands for.
    func run(_ flaw: String?) -> DefenceOutcome {
        let child = Process()
        if case .tests(let names) = self {
            guard let bundle = Self.testBundle else {
                return .impossible("the tests are not built: swift build --build-tests")
            }
            Self.prepare(child, bundle, names)
            var environment = ProcessInfo.processInfo.environment
            environment[LeftOutDefence.variable] = flaw
            environment["SWIFT_BACKTRACE"] = "enable=no"
            child.environment = environment
        } else {
            child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
            child.arguments = [DefenceChild.argument, description] + (flaw.map { [$0] } ?? [])
        }
        let pipe = Pipe()
        child.standardOutput = pipe
        child.standardError = pipe
        do { try child.run() } catch { return .impossible("\(error)") }
        let isOver = Atomic(false)
        let identifier = child.processIdentifier
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.secondsUntilKilled) {
            if !isOver.load(ordering: .acquiring) { _ = Foundation.kill(identifier, SIGKILL) }
        }
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.waitUntilExit()
        isOver.store(true, ordering: .releasing)
        return outcome(child, output)
    }

    private func outcome(_ child: Process, _ output: String) -> DefenceOutcome {
        let lines = output.split(separator: "\n")
        if child.terminationReason == .uncaughtSignal {
            return .failed("stops with signal \(child.terminationStatus)")
        }
        if case .tests(let names) = self {
            // A test that was renamed must not pass for one that found nothing.
            let isComplete = names.allSatisfy { name in
                output.contains("'\(name)' passed") || output.contains("'\(name)' failed")
                    || output.contains("'\(name)' skipped")
            }
            guard isComplete else { return .impossible("the tests did not run: \(lines.last ?? "")") }
        }
        guard child.terminationStatus != 0 else { return .passed }
        guard child.terminationStatus == 1 else { return .impossible("\(lines.last ?? "")") }
        let line = lines.first { $0.contains("error: ") }?.split(separator: "error: ").last ?? lines.last ?? ""
        return .failed(String(line.prefix(160)))
    }

    /// What `swift build --build-tests` made of this checkout.
    private static var testBundle: URL? {
        let bundle = FailureTable.root.appendingPathComponent(".build/debug/QuirePackageTests.xctest")
        return FileManager.default.fileExists(atPath: bundle.path) ? bundle : nil
    }

    private static func prepare(_ child: Process, _ bundle: URL, _ names: [String]) {
        let specifiers = names.map { name in
            let parts = name.split(separator: ".")
            return "\(module(of: String(parts[0]))).\(parts[0])/\(parts[1])"
        }
        #if os(Linux)
            child.executableURL = bundle
            child.arguments = [specifiers.joined(separator: ",")]
        #else
            child.executableURL = URL(fileURLWithPath: "/usr/bin/xcrun")
            child.arguments = ["xctest", "-XCTest", specifiers.joined(separator: ","), bundle.path]
        #endif
    }

    /// The test target in whose folder a file of the class's name lies.
    private static func module(of testClass: String) -> String {
        let tests = FailureTable.root.appendingPathComponent("Tests")
        let walker = FileManager.default.enumerator(atPath: tests.path)
        while let path = walker?.nextObject() as? String {
            if path.hasSuffix("/\(testClass).swift") { return String(path.prefix { $0 != "/" }) }
        }
        return "QuireTests"
    }
}
