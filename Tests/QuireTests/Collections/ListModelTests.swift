import Quire
import QuireTestSupport
import XCTest

/// Lists against Swift's arrays, by random edits.
final class ListModelTests: XCTestCase {
    func testUnmanagedList_randomEdits_matchArray() {
        for seed in UInt64(1)...20 {
            var generator = SeededGenerator(seed: seed)
            let list = List<Int>()
            var model: [Int] = []
            for step in 0..<500 {
                let edit = ListEdit.random(count: model.count, using: &generator)
                edit.apply(to: list)
                edit.apply(to: &model)
                guard Array(list) == model, list.count == model.count else {
                    return XCTFail("seed \(seed), step \(step), \(edit): \(Array(list)) is not \(model)")
                }
            }
        }
    }
}

/// One change of a list of numbers.
enum ListEdit {
    case append([Int])
    case insert([Int], Int)
    case remove(Range<Int>)
    case removeWhere(divisibleBy: Int)
    case replace(Range<Int>, [Int])
    case set(Int, Int)
    case move(Int, Int)
    case moveMany([Int], Int)
    case swap(Int, Int)
    case reverse
    case sort
    case partition(by: Int)
    case removeAll

    static func random(count: Int, using generator: inout some RandomNumberGenerator) -> ListEdit {
        let number = Int.random(in: 0..<100, using: &generator)
        let position = count == 0 ? 0 : Int.random(in: 0..<count, using: &generator)
        let other = count == 0 ? 0 : Int.random(in: 0..<count, using: &generator)
        let range = min(position, other)..<max(position, other)
        let some = (0..<Int.random(in: 0..<4, using: &generator)).map { number + $0 }
        switch Int.random(in: 0..<40, using: &generator) {
        case 0..<8: return .append(some)
        case 8..<14: return .insert(some, Int.random(in: 0...count, using: &generator))
        case 14..<17: return .remove(range.prefix(3))
        case 17: return .removeWhere(divisibleBy: 2 + number % 7)
        case 18..<21: return .replace(range.prefix(3), some)
        case 21..<24 where count > 0: return .set(position, number)
        case 24..<28 where count > 0: return .move(position, other)
        case 28..<30 where count > 0:
            return .moveMany([position, other], Int.random(in: 0...count, using: &generator))
        case 30..<33 where count > 0: return .swap(position, other)
        case 33: return .reverse
        case 34: return .sort
        case 35: return .partition(by: number)
        case 36 where number == 0: return .removeAll
        default: return .append([number])
        }
    }

    func apply(to list: List<Int>) {
        switch self {
        case .append(let values): list.append(contentsOf: values)
        case .insert(let values, let position): list.insert(contentsOf: values, at: position)
        case .remove(let range): list.removeSubrange(range)
        case .removeWhere(let divisor): list.removeAll { $0 % divisor == 0 }
        case .replace(let range, let values): list.replaceSubrange(range, with: values)
        case .set(let position, let value): list[position] = value
        case .move(let from, let to): list.move(from: from, to: to)
        case .moveMany(let offsets, let target): list.move(fromOffsets: offsets, toOffset: target)
        case .swap(let first, let second): list.swapAt(first, second)
        case .reverse: list.reverse()
        case .sort: list.sort()
        case .partition(let pivot): list.partition { $0 > pivot }
        case .removeAll: list.removeAll()
        }
    }

    func apply(to array: inout [Int]) {
        switch self {
        case .append(let values): array.append(contentsOf: values)
        case .insert(let values, let position): array.insert(contentsOf: values, at: position)
        case .remove(let range): array.removeSubrange(range)
        case .removeWhere(let divisor): array.removeAll { $0 % divisor == 0 }
        case .replace(let range, let values): array.replaceSubrange(range, with: values)
        case .set(let position, let value): array[position] = value
        case .move(let from, let to): array.insert(array.remove(at: from), at: to)
        case .moveMany(let offsets, let target):
            let moved = Set(offsets).sorted()
            let rest = array.enumerated().filter { !moved.contains($0.offset) }
            array =
                rest.filter { $0.offset < target }.map(\.element) + moved.map { [array] in array[$0] }
                + rest.filter { $0.offset >= target }.map(\.element)
        case .swap(let first, let second): array.swapAt(first, second)
        case .reverse: array.reverse()
        case .sort: array.sort()
        case .partition(let pivot): array = array.filter { $0 <= pivot } + array.filter { $0 > pivot }
        case .removeAll: array = []
        }
    }
}

extension Range<Int> {
    /// Its first few numbers.
    fileprivate func prefix(_ limit: Int) -> Range<Int> {
        lowerBound..<Swift.min(upperBound, lowerBound + limit)
    }
}
