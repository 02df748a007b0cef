// A test that is run without one of the defences, to see that it fails.

import Foundation
package import QuireStorage

/// The suite `defences` runs a test with the name of a flaw in the environment; the test's class asks for it before its
/// first test.
package enum LeftOutDefence {
    package static let variable = "QUIRE_LEFT_OUT"

    /// Leaves out what the environment names, in the whole process.
    package static func fromEnvironment() {
        guard let name = ProcessInfo.processInfo.environment[variable] else { return }
        guard let flaw = Flaws.named(name) else { fatalError("There is no flaw \(name): see Flaws.all.") }
        Flaws.everywhere = flaw
    }
}

extension Flaws {
    package static func named(_ name: String) -> Flaws? { all.first { $0.name == name }?.flaw }
}
