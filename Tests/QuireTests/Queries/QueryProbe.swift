// A question in two languages: as a query, and as plain Swift over an object.

import Foundation
import Quire
import QuireTestSupport

/// A random question about items.
struct QueryProbe {
    /// For messages.
    let text: String
    let query: (Query<QueryItem>) -> Query<Bool>
    let swift: (QueryItem) -> Bool
}

/// Makes random questions.
struct ProbeMaker {
    var generator: SeededGenerator
    /// Objects to compare links with.
    let items: [QueryItem]
    let products: [QueryProduct]

    /// A question of any shape, nested at most so deep.
    mutating func probe(depth: Int) -> QueryProbe {
        switch depth == 0 ? 0 : generator.below(8) {
        case 1, 2:
            let (a, b) = (probe(depth: depth - 1), probe(depth: depth - 1))
            return QueryProbe(
                text: "(\(a.text) && \(b.text))", query: { a.query($0) && b.query($0) },
                swift: { a.swift($0) && b.swift($0) })
        case 3, 4:
            let (a, b) = (probe(depth: depth - 1), probe(depth: depth - 1))
            return QueryProbe(
                text: "(\(a.text) || \(b.text))", query: { a.query($0) || b.query($0) },
                swift: { a.swift($0) || b.swift($0) })
        case 5:
            let a = probe(depth: depth - 1)
            return QueryProbe(text: "!\(a.text)", query: { !a.query($0) }, swift: { !a.swift($0) })
        default: return leaf()
        }
    }

    static let leafCount = 49

    private mutating func leaf() -> QueryProbe { leaf(generator.below(Self.leafCount)) }

    /// A question about one property.
    mutating func leaf(_ kind: Int) -> QueryProbe {
        switch kind {
        case 0: return number("id", { $0.id }, { $0.id }, [0, 1, 2, 77, 150, 1_000_000])
        case 1: return number("small", { $0.small }, { $0.small }, QueryValues.small)
        case 2: return number("short", { $0.short }, { $0.short }, QueryValues.short)
        case 3: return number("medium", { $0.medium }, { $0.medium }, QueryValues.medium)
        case 4: return number("large", { $0.large }, { $0.large }, QueryValues.large)
        case 5: return number("number", { $0.number }, { $0.number }, QueryValues.numbers)
        case 6: return number("float", { $0.float }, { $0.float }, QueryValues.floats)
        case 7: return number("double", { $0.double }, { $0.double }, QueryValues.doubles)
        case 8: return number("date", { $0.date }, { $0.date }, QueryValues.dates)
        case 9: return optional("maybeNumber", { $0.maybeNumber }, { $0.maybeNumber }, QueryValues.numbers)
        case 10: return optional("maybeFloat", { $0.maybeFloat }, { $0.maybeFloat }, QueryValues.floats)
        case 11: return optional("maybeDouble", { $0.maybeDouble }, { $0.maybeDouble }, QueryValues.doubles)
        case 12: return optional("maybeDate", { $0.maybeDate }, { $0.maybeDate }, QueryValues.dates)
        case 13: return text("text", { $0.text }, { $0.text })
        case 14: return optionalText("maybeText", { $0.maybeText }, { $0.maybeText })
        case 15: return data("data", { $0.data }, { $0.data })
        case 16: return optionalData("maybeData", { $0.maybeData }, { $0.maybeData })
        case 17: return equal("uuid", { $0.uuid }, { $0.uuid }, QueryValues.uuids)
        case 18: return equal("maybeUUID", { $0.maybeUUID }, { $0.maybeUUID }, QueryValues.uuids + [nil])
        case 19: return equal("level", { $0.level }, { $0.level }, QueryLevel.allCases)
        case 20: return equal("maybeLevel", { $0.maybeLevel }, { $0.maybeLevel }, QueryLevel.allCases + [nil])
        case 21: return equal("mood", { $0.mood }, { $0.mood }, QueryMood.allCases)
        case 22: return number("level.rawValue", { $0.level.rawValue }, { $0.level.rawValue }, [-3, 0, 7])
        case 23: return text("mood.rawValue", { $0.mood.rawValue }, { $0.mood.rawValue })
        case 24:
            return optional("maybeLevel.rawValue", { $0.maybeLevel.rawValue }, { $0.maybeLevel?.rawValue }, [-3, 0, 7])
        case 25: return QueryProbe(text: "flag", query: { $0.flag }, swift: { $0.flag })
        case 26: return equal("flag", { $0.flag }, { $0.flag }, [false, true])
        case 27: return equal("maybeFlag", { $0.maybeFlag }, { $0.maybeFlag }, [false, true, nil])
        case 28: return number("indexedNumber", { $0.indexedNumber }, { $0.indexedNumber }, QueryValues.numbers)
        case 29: return text("indexedText", { $0.indexedText }, { $0.indexedText })
        case 30: return optional("indexedDate", { $0.indexedDate }, { $0.indexedDate }, QueryValues.dates)
        case 31: return optional("indexedMaybe", { $0.indexedMaybe }, { $0.indexedMaybe }, QueryValues.numbers)
        case 32: return equal("indexedUUID", { $0.indexedUUID }, { $0.indexedUUID }, QueryValues.uuids)
        case 33: return equal("indexedFlag", { $0.indexedFlag }, { $0.indexedFlag }, [false, true])
        case 34: return link("product", { $0.product }, { $0.product }, products)
        case 35: return link("friend", { $0.friend }, { $0.friend }, items)
        case 36: return number("product.price", { $0.product.price }, { $0.product?.price }, QueryValues.doubles)
        case 37:
            return optional("product.discount", { $0.product.discount }, { $0.product?.discount }, QueryValues.doubles)
        case 38: return text("product.name", { $0.product.name }, { $0.product?.name })
        case 39:
            return number("product.category", { $0.product.category }, { $0.product?.category }, [0, 1, 2, 3, 4, 9])
        case 40: return text("product.key", { $0.product.key }, { $0.product?.key })
        case 41:
            return number(
                "friend.friend.small", { $0.friend.friend.small }, { $0.friend?.friend?.small }, QueryValues.small)
        case 42: return text("friend.product.name", { $0.friend.product.name }, { $0.friend?.product?.name })
        case 43: return number("friends.count", { $0.friends.count }, { $0.friends.count }, [0, 1, 2, 3])
        case 44: return number("tags.count", { $0.tags.count }, { $0.tags.count }, [0, 1, 5, 40, 300])
        case 45: return number("admirers.count", { $0.admirers.count }, { $0.admirers.count }, [0, 1, 2, 9])
        case 46:
            return number(
                "product.items.count", { $0.product.items.count }, { $0.product?.items.count }, [0, 1, 5, 20])
        case 47: return text("bestOf.name", { $0.bestOf.name }, { $0.bestOf?.name })
        default: return pair()
        }
    }

    // MARK: By type

    /// `value` gives nil where a link on the way does.
    private mutating func number<V: _QueryNumeric & Comparable>(
        _ name: String, _ query: @escaping (Query<QueryItem>) -> Query<V>, _ value: @escaping (QueryItem) -> V?,
        _ values: [V]
    ) -> QueryProbe {
        let (a, b) = (generator.pick(values), generator.pick(values))
        switch generator.below(9) {
        case 0: return QueryProbe(text: "\(name) == \(a)", query: { query($0) == a }, swift: { value($0) == a })
        case 1: return QueryProbe(text: "\(name) != \(a)", query: { query($0) != a }, swift: { value($0) != a })
        case 2: return probe("\(name) < \(a)", value, { query($0) < a }) { $0 < a }
        case 3: return probe("\(name) <= \(a)", value, { query($0) <= a }) { $0 <= a }
        case 4: return probe("\(name) > \(a)", value, { query($0) > a }) { $0 > a }
        case 5: return probe("\(name) >= \(a)", value, { query($0) >= a }) { $0 >= a }
        case 6: return probe("\(name) in [\(a), \(b)]", value, { query($0).in([a, b]) }) { $0 == a || $0 == b }
        case 7 where a <= b:
            return probe("\(name) in \(a)...\(b)", value, { query($0).contains(a...b) }) { (a...b).contains($0) }
        default:
            guard a <= b else { return probe("\(name) >= \(b)", value, { query($0) >= b }) { $0 >= b } }
            return probe("\(name) in \(a)..<\(b)", value, { query($0).contains(a..<b) }) { (a..<b).contains($0) }
        }
    }

    private mutating func optional<V: _QueryNumeric & Comparable>(
        _ name: String, _ query: @escaping (Query<QueryItem>) -> Query<V?>, _ value: @escaping (QueryItem) -> V?,
        _ values: [V]
    ) -> QueryProbe {
        let (a, b) = (generator.pick(values), generator.pick(values))
        switch generator.below(10) {
        case 0: return QueryProbe(text: "\(name) == nil", query: { query($0) == nil }, swift: { value($0) == nil })
        case 1: return QueryProbe(text: "\(name) != nil", query: { query($0) != nil }, swift: { value($0) != nil })
        case 2: return QueryProbe(text: "\(name) == \(a)", query: { query($0) == a }, swift: { value($0) == a })
        case 3: return QueryProbe(text: "\(name) != \(a)", query: { query($0) != a }, swift: { value($0) != a })
        case 4: return probe("\(name) < \(a)", value, { query($0) < a }) { $0 < a }
        case 5: return probe("\(name) >= \(a)", value, { query($0) >= a }) { $0 >= a }
        case 6:
            return QueryProbe(
                text: "\(name) in [\(a), nil]", query: { query($0).in([a, nil]) },
                swift: { value($0) == a || value($0) == nil })
        case 7 where a <= b:
            return probe("\(name) in \(a)...\(b)", value, { query($0).contains(a...b) }) { (a...b).contains($0) }
        case 8 where a <= b:
            return probe("\(name) in \(a)..<\(b)", value, { query($0).contains(a..<b) }) { (a..<b).contains($0) }
        default: return probe("\(name) <= \(a)", value, { query($0) <= a }) { $0 <= a }
        }
    }

    private mutating func equal<V: PersistableValue & Equatable>(
        _ name: String, _ query: @escaping (Query<QueryItem>) -> Query<V>, _ value: @escaping (QueryItem) -> V,
        _ values: [V]
    ) -> QueryProbe {
        let (a, b) = (generator.pick(values), generator.pick(values))
        switch generator.below(3) {
        case 0: return QueryProbe(text: "\(name) == \(a)", query: { query($0) == a }, swift: { value($0) == a })
        case 1: return QueryProbe(text: "\(name) != \(a)", query: { query($0) != a }, swift: { value($0) != a })
        default:
            return QueryProbe(
                text: "\(name) in [\(a), \(b)]", query: { query($0).in([a, b]) },
                swift: { value($0) == a || value($0) == b })
        }
    }

    private mutating func link<O: Object>(
        _ name: String, _ query: @escaping (Query<QueryItem>) -> Query<O?>, _ value: @escaping (QueryItem) -> O?,
        _ values: [O]
    ) -> QueryProbe {
        let (a, b) = (generator.pick(values), generator.pick(values))
        let isSame = { (x: O?, y: O) in x.map { $0.isSameObject(as: y) } ?? false }
        switch generator.below(5) {
        case 0: return QueryProbe(text: "\(name) == nil", query: { query($0) == nil }, swift: { value($0) == nil })
        case 1: return QueryProbe(text: "\(name) != nil", query: { query($0) != nil }, swift: { value($0) != nil })
        case 2: return QueryProbe(text: "\(name) == \(a)", query: { query($0) == a }, swift: { isSame(value($0), a) })
        case 3: return QueryProbe(text: "\(name) != \(a)", query: { query($0) != a }, swift: { !isSame(value($0), a) })
        default:
            return QueryProbe(
                text: "\(name) in [\(a), \(b), nil]", query: { query($0).in([a, b, nil]) },
                swift: { value($0) == nil || isSame(value($0), a) || isSame(value($0), b) })
        }
    }

    /// Two properties of one object.
    private mutating func pair() -> QueryProbe {
        switch generator.below(8) {
        case 0:
            return QueryProbe(
                text: "number < indexedNumber", query: { $0.number < $0.indexedNumber },
                swift: { $0.number < $0.indexedNumber })
        case 1:
            return QueryProbe(
                text: "maybeNumber == indexedMaybe", query: { $0.maybeNumber == $0.indexedMaybe },
                swift: { $0.maybeNumber == $0.indexedMaybe })
        case 2:
            return QueryProbe(
                text: "double >= product.price", query: { $0.double >= $0.product.price },
                swift: { item in item.product.map { item.double >= $0.price } ?? false })
        case 3:
            return QueryProbe(
                text: "maybeDouble != product.discount", query: { $0.maybeDouble != $0.product.discount },
                swift: { $0.maybeDouble != $0.product?.discount })
        case 4:
            return QueryProbe(
                text: "text <= indexedText", query: { $0.text <= $0.indexedText },
                swift: { !$0.indexedText.utf8.lexicographicallyPrecedes($0.text.utf8) })
        case 5:
            return QueryProbe(
                text: "friends.count > admirers.count", query: { $0.friends.count > $0.admirers.count },
                swift: { $0.friends.count > $0.admirers.count })
        case 6:
            return QueryProbe(
                text: "date == indexedDate", query: { $0.maybeDate == $0.indexedDate },
                swift: { $0.maybeDate == $0.indexedDate })
        default:
            return QueryProbe(
                text: "friend == friend.friend", query: { $0.friend == $0.friend.friend },
                swift: { item in
                    guard let first = item.friend, let second = item.friend?.friend else {
                        return item.friend == nil && item.friend?.friend == nil
                    }
                    return first.isSameObject(as: second)
                })
        }
    }

    private func probe<V>(
        _ text: String, _ value: @escaping (QueryItem) -> V?, _ query: @escaping (Query<QueryItem>) -> Query<Bool>,
        _ holds: @escaping (V) -> Bool
    ) -> QueryProbe {
        QueryProbe(text: text, query: query, swift: { value($0).map(holds) ?? false })
    }
}
