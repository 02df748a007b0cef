// Would a mistake be found, and told in a few lines?

import Foundation
import QuireStorage
import QuireTestSupport
import XCTest

final class ShrinkTests: PageTestCase {
    /// The first seed whose run shows the mistake, made short.
    private func shrink(_ run: ModelRun) throws -> ModelExample {
        for seed: UInt64 in 1...20 {
            let plan = RandomWeights.swarm(seed: seed).steps(400, seed: seed)
            guard let (steps, failure) = run.shrink(plan) else { continue }
            print(
                "seed \(seed): \(steps.count) of \(plan.count) steps:\n\(run.test("Model_seed\(seed)", steps, failure))"
            )
            return ModelExample(run: run, steps: steps, failure: failure)
        }
        throw StorageError(.fail, "the mistake shows in no run")
    }

    private struct ModelExample {
        let run: ModelRun
        let steps: [RandomStep]
        let failure: ModelRun.Failure
    }

    /// Each step is needed, and the run fails again.
    private func assertIsShort(_ example: ModelExample, most: Int) {
        XCTAssertLessThanOrEqual(example.steps.count, most)
        XCTAssertThrowsError(try example.run.replay(example.steps))
        for index in example.steps.indices {
            var less = example.steps
            less.remove(at: index)
            XCTAssertNil(example.run.failure(less), "step \(index) is not needed")
        }
        // Without the mistake nothing is wrong with the steps.
        var sound = example.run
        sound.defect = nil
        XCTAssertNil(sound.failure(example.steps))
    }

    func testModelThatKeepsWhatASavepointUndid_isToldInAFewSteps() throws {
        assertIsShort(try shrink(ModelRun(defect: .savepointsKept)), most: 4)
    }

    /// What is printed is a test that compiles: the extension below was printed.
    func testModelWithShortLists_isToldInATestThatCompiles() throws {
        let example = try shrink(ModelRun(defect: .shortLists))
        assertIsShort(example, most: 5)
        let printed = example.run.test("Model_example", example.steps, example.failure)
        let source = try String(
            contentsOfFile: #filePath.replacing("ShrinkTests", with: "ShrunkExample"), encoding: .utf8)
        XCTAssertTrue(source.contains(printed.replacing("func test", with: "func play")), "now it prints:\n\(printed)")
        XCTAssertThrowsError(try playModel_example()) { error in
            XCTAssertEqual("\(error)", example.failure.description)
        }
    }

    /// All kinds are drawn by some seed, and each seed leaves some out.
    func testSwarm_leavesOutAThirdOfTheKinds() {
        var drawn: Set<RandomStep.Kind> = []
        for seed: UInt64 in 1...10 {
            let weights = RandomWeights.swarm(seed: seed)
            XCTAssertEqual(weights.kinds.count, RandomStep.Kind.allCases.count * 2 / 3)
            let kinds = Set(weights.steps(2_000, seed: seed).map(\.kind))
            XCTAssertEqual(kinds, weights.kinds)
            drawn.formUnion(kinds)
        }
        XCTAssertEqual(drawn, Set(RandomStep.Kind.allCases))
        XCTAssertEqual(RandomWeights.usual.kinds, drawn)
    }
}
