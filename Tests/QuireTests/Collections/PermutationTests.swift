import XCTest

@testable import Quire

final class PermutationTests: XCTestCase {
    func testSwapsAndMoves_everyOrderOfSix_makeIt() {
        for order in permutations(6) {
            var swapped = Array(0..<6)
            for (first, second) in swapsMaking(order) { swapped.swapAt(first, second) }
            XCTAssertEqual(swapped, order)
            var moved = Array(0..<6)
            for (from, to) in movesMaking(order) { moved.insert(moved.remove(at: from), at: to) }
            XCTAssertEqual(moved, order)
        }
    }

    func testSwapsAndMoves_sameOrder_areNone() {
        XCTAssertTrue(swapsMaking([0, 1, 2]).isEmpty)
        XCTAssertTrue(movesMaking([0, 1, 2]).isEmpty)
        XCTAssertTrue(movesMaking([]).isEmpty)
    }

    private func permutations(_ count: Int) -> [[Int]] {
        if count == 0 { return [[]] }
        return permutations(count - 1).flatMap { shorter in
            (0...shorter.count).map { place in
                var order = shorter
                order.insert(count - 1, at: place)
                return order
            }
        }
    }
}
