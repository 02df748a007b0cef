// What can be fuzzed: functions from bytes to nothing, which throw what no input may bring about.

/// One way into the code. Tests/Fuzz/run feeds it from outside, the tests with the corpus.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// The bytes are a file.
    case open
    /// The bytes are changes of a sound file, after each of which all checksums are right again.
    case resealed
    /// The bytes are one node.
    case pages
    /// The bytes are a JSON document.
    case json
    /// The bytes are operations on a store, and where the power fails.
    case operations

    /// Throws a `FuzzFinding`, or whatever else should not have been thrown.
    func run(_ bytes: [UInt8]) throws {
        switch self {
        case .open: try OpenTarget.run(bytes)
        case .resealed: try ResealedTarget.run(bytes)
        case .pages: try PagesTarget.run(bytes)
        case .json: try JSONTarget.run(bytes)
        case .operations: try OperationsTarget.run(bytes)
        }
    }

    /// Inputs from which a fuzzer that knows nothing begins.
    func seeds() throws -> [[UInt8]] {
        switch self {
        case .open: try OpenTarget.seeds()
        case .resealed: ResealedTarget.seeds()
        case .pages: try PagesTarget.seeds()
        case .json: JSONTarget.seeds()
        case .operations: OperationsTarget.seeds()
        }
    }
}

/// A promise that an input broke.
struct FuzzFinding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
