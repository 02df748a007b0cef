// What a random run does, as a list that can be printed, repeated and made shorter.

/// One operation. What it does besides its kind is drawn from its own seed and the store's content alone, so that it still
/// means something when others before it are left out.
package struct RandomStep: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case create, set, link, listInsert, listRemove, listSet, listMove, delete, ghost, arrive
        /// Begins a savepoint, and keeps or undoes the innermost one.
        case savepoint, settle
        case commit, rollback, reopen
    }

    package let kind: Kind
    package let seed: UInt64

    package init(_ kind: Kind, _ seed: UInt64) {
        self.kind = kind
        self.seed = seed
    }
}

/// How often each kind is drawn.
package struct RandomWeights: Sendable {
    package private(set) var weights: [(kind: RandomStep.Kind, weight: Int)]

    package static let usual = RandomWeights(weights: [
        (.create, 14), (.set, 20), (.link, 12), (.listInsert, 12), (.listRemove, 6), (.listSet, 5), (.listMove, 5),
        (.delete, 6), (.ghost, 5), (.arrive, 4), (.savepoint, 4), (.settle, 6), (.commit, 4), (.rollback, 2),
        (.reopen, 1),
    ])

    /// Without a third of the kinds, and the others as often as it comes: what all kinds together prevent, such as a list
    /// from which nothing is ever removed, comes up in some runs (Groce and others, "Swarm testing", 2012).
    package static func swarm(seed: UInt64) -> RandomWeights {
        var random = SeededGenerator(seed: seed &* 0x9E37_79B9)
        var chosen = usual.weights
        let optional = RandomStep.Kind.allCases.filter { $0 != .create && $0 != .commit }
        let left = Set(optional.shuffled(using: &random).prefix(RandomStep.Kind.allCases.count / 3))
        chosen.removeAll { left.contains($0.kind) }
        for index in chosen.indices { chosen[index].weight = 1 + random.below(2 * chosen[index].weight) }
        return RandomWeights(weights: chosen)
    }

    package var kinds: Set<RandomStep.Kind> { Set(weights.map(\.kind)) }

    package func draw(_ random: inout some RandomNumberGenerator) -> RandomStep.Kind {
        var roll = random.below(weights.reduce(0) { $0 + $1.weight })
        for (kind, weight) in weights {
            if roll < weight { return kind }
            roll -= weight
        }
        return .create
    }

    /// A whole run.
    package func steps(_ count: Int, seed: UInt64) -> [RandomStep] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in RandomStep(draw(&random), random.next() & 0xFFFF) }
    }
}
