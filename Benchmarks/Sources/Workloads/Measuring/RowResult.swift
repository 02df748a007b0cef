// What came out for one row.

/// The figures of one engine, or of one way to set it up.
package struct Sample: Sendable {
    /// Its name.
    package let engine: String
    /// Which way; nil where there is one.
    package let variant: String?
    /// One figure for each run.
    package let figures: [Double]

    /// Median, lowest and highest; nil without a figure.
    package var spread: Spread? { Spread(figures) }
}

/// One row of the table.
package struct RowResult: Sendable {
    /// "W8".
    package let workload: String
    /// What was measured.
    package let row: Row
    /// The engines, each with its better way, in the order in which they were given.
    package private(set) var samples: [Sample]
    /// Who is measured by the bars.
    package static let ours = "quire"

    init(workload: String, row: Row, samples: [Sample]) {
        self.workload = workload
        self.row = row
        self.samples = []
        for sample in samples where !sample.figures.isEmpty {
            if let place = self.samples.firstIndex(where: { $0.engine == sample.engine }) {
                if isBetter(sample, than: self.samples[place]) { self.samples[place] = sample }
            } else {
                self.samples.append(sample)
            }
        }
    }

    /// An engine's figures.
    package func sample(_ engine: String) -> Sample? {
        samples.first { $0.engine == engine }
    }

    /// Ours ÷ the best peer's, the median over the runs; nil if one of the two is missing.
    package var ratioToBestPeer: Double? {
        let peers = samples.filter { $0.engine != Self.ours && $0.engine != DiskFloor.name }
        guard var best = peers.first else { return nil }
        for peer in peers where isBetter(peer, than: best) { best = peer }
        return ratio(to: best.engine)
    }

    /// Whether the bar holds; nil without a bar, without our figure, or without the peer that the bar names.
    package var holds: Bool? {
        guard let bar = row.bar, let figure = sample(Self.ours)?.spread?.median else { return nil }
        return bar.holds(figure, ratio: bar.peer.flatMap { ratio(to: $0) })
    }

    /// Ours ÷ a peer's in the same run, the median over the runs.
    private func ratio(to peer: String) -> Double? {
        guard let ours = sample(Self.ours), let theirs = sample(peer) else { return nil }
        let ratios = zip(ours.figures, theirs.figures).map { $0 / $1 }
        return ratios.isEmpty ? nil : median(ratios)
    }

    private func isBetter(_ one: Sample, than other: Sample) -> Bool {
        let (first, second) = (median(one.figures), median(other.figures))
        return row.unit.higherIsBetter ? first > second : first < second
    }

    /// Makes this row that of `base`, each run divided by what `engine` has there.
    mutating func divide(_ base: RowResult, by engine: String) {
        guard let divisor = base.sample(engine) else { return }
        samples = base.samples.filter { $0.engine != engine }.map { sample in
            Sample(
                engine: sample.engine, variant: sample.variant,
                figures: zip(sample.figures, divisor.figures).map { $0 / $1 })
        }
    }
}
