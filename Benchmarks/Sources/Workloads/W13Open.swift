// W13: opening the loaded file and reading one object, in a process of its own.

package import Foundation
import Quire

/// Starts a process that opens the file and reads an object, and asks it for its own time. The size per object is measured
/// by W1, which makes the file.
package struct W13: Workload {
    package static let name = "W13"
    package static let statement = """
        let realm = try Realm(configuration: configuration)
        let balance = realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance
        """

    private let file: URL
    private let key: String

    package init(_ bench: Bench) throws {
        file = try bench.copyOfLoaded("w13")
        key = bench.data.items[bench.data.items.count / 2].id
    }

    package mutating func run(_ bench: Bench) throws -> [Figure] {
        var times: [Double] = []
        for _ in 0..<15 { times.append(try openInChild()) }
        return [Figure("W13 open", "µs", median(times))]
    }

    /// What the child does; it prints nanoseconds.
    package static func openAndRead(file: URL, key: String) throws {
        let configuration = Bench.configuration(file)
        let start = Stopwatch.now()
        let realm = try Realm(configuration: configuration)
        let balance = realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance
        let time = Stopwatch.now() - start
        if balance == nil { throw WrongAnswer(description: "W13: the object is not there") }
        print(time)
    }

    private func openInChild() throws -> Double {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["--open", file.path, key]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let time = Double(text) else {
            throw WrongAnswer(description: "W13: the process that opens the file answered \"\(text)\"")
        }
        return time / 1e3
    }
}
