// The command line of `bench`.

import Workloads

/// What the user asked for.
struct Options {
    var scale = 1.0
    var runs = 3
    var only: Set<String> = []

    static let usage = "usage: bench [--scale 0.1] [--only W1,W3] [--runs 3]"

    /// nil if the arguments make no sense.
    init?(_ arguments: some Sequence<String>) {
        var rest = arguments.makeIterator()
        while let option = rest.next() {
            guard let value = rest.next() else { return nil }
            switch option {
            case "--scale":
                guard let number = Double(value), number > 0, number <= 100 else { return nil }
                scale = number
            case "--runs":
                guard let number = Int(value), number >= 1 else { return nil }
                runs = number
            case "--only": only = Set(value.split(separator: ",").map { $0.uppercased() })
            default: return nil
            }
        }
        if !only.isSubset(of: Set(allWorkloads.map { $0.name.uppercased() })) { return nil }
    }

    /// Whether a workload is asked for.
    func wants(_ name: String) -> Bool {
        only.isEmpty || only.contains(name.uppercased())
    }
}
