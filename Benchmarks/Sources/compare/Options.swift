// The command line of `compare`.

import Foundation
import Workloads

/// What the user asked for.
struct Options {
    /// Which workloads run on which data.
    enum Mode {
        case standard
        case growth
        case special
    }

    var mode = Mode.standard
    var scale = 1.0
    var runs = 3
    var only: Set<String> = []
    var engines = EngineKind.allCases
    var json: URL?
    var markdown: URL?
    var figures: URL?
    var sizes = [10_000, 100_000, 1_000_000, 5_000_000]
    /// Engines that were asked for and are not there.
    var absent: [String] = []

    static let usage = """
        usage: compare [--scale 0.1] [--only W3,W4] [--engines quire,sqlite,lmdb] [--runs 3] [--json FILE]
                       [--markdown FILE] [--growth [--sizes 10000,100000] | --special] [--figures FOLDER]

        --scale     part of 100,000 products and 1,000,000 items
        --json      writes the figures there as well
        --markdown  writes the tables between the marks of a document
        --figures   the folder for drawings, which the document then shows
        --growth    how cost grows with the number of objects
        --special   unusual data: a hot product, long texts, random keys, a wide class, a month, little memory
        """

    /// nil if the arguments make no sense.
    init?(_ arguments: some Sequence<String>) {
        var rest = arguments.makeIterator()
        while let option = rest.next() {
            switch option {
            case "--growth": mode = .growth
            case "--special": mode = .special
            default:
                guard let value = rest.next(), take(option, value) else { return nil }
            }
        }
        if !only.isSubset(of: Set(workloads.map { $0.name.uppercased() })) { return nil }
    }

    /// The workloads of the mode.
    var workloads: [any Workload.Type] {
        switch mode {
        case .standard: standardWorkloads
        case .growth: growthWorkloads
        case .special: SpecialCase.all.flatMap(\.workloads)
        }
    }

    /// Whether a workload is asked for.
    func wants(_ workload: any Workload.Type) -> Bool {
        only.isEmpty || only.contains(workload.name.uppercased())
    }

    private mutating func take(_ option: String, _ value: String) -> Bool {
        let words = value.split(separator: ",").map(String.init)
        switch option {
        case "--scale":
            guard let number = Double(value), number > 0, number <= 100 else { return false }
            scale = number
        case "--runs":
            guard let number = Int(value), number >= 1 else { return false }
            runs = number
        case "--sizes":
            sizes = words.compactMap { Int($0) }
            return sizes.count == words.count && sizes.allSatisfy { $0 >= 1000 }
        case "--only": only = Set(words.map { $0.uppercased() })
        case "--engines":
            engines = EngineKind.allCases.filter { words.contains($0.rawValue) }
            absent = words.filter { EngineKind(rawValue: $0) == nil }
        case "--json": json = URL(fileURLWithPath: value)
        case "--markdown": markdown = URL(fileURLWithPath: value)
        case "--figures": figures = URL(fileURLWithPath: value)
        default: return false
        }
        return true
    }
}
