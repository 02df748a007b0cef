// Questions about text and data. Plain Swift compares bytes here, as queries do; folding is spelled out on purpose.

import Foundation
import Quire
import QuireTestSupport

extension ProbeMaker {
    /// Bytes to look for: whole values, parts of them, and what is in none.
    private mutating func needle() -> String {
        let text = generator.pick(QueryValues.texts)
        let scalars = Array(text.unicodeScalars)
        switch generator.below(4) {
        case 0: return text
        case 1:
            let start = generator.below(scalars.count + 1)
            let end = start + generator.below(min(scalars.count - start, 20) + 1)
            return string(scalars[start..<end])
        case 2: return string(scalars.prefix(generator.below(scalars.count + 1)))
        default: return string(scalars.suffix(generator.below(scalars.count + 1)))
        }
    }

    private func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    mutating func text(
        _ name: String, _ query: @escaping (Query<QueryItem>) -> Query<String>,
        _ value: @escaping (QueryItem) -> String?
    ) -> QueryProbe {
        let a = needle()
        let b = needle()
        let kind = TextProbe.allCases[generator.below(TextProbe.allCases.count)]
        let shown = "\(name) \(kind) \(a.debugDescription.prefix(60))"
        return QueryProbe(text: shown, query: { kind.query(query($0), a, b) }, swift: { kind.holds(value($0), a, b) })
    }

    mutating func optionalText(
        _ name: String, _ query: @escaping (Query<QueryItem>) -> Query<String?>,
        _ value: @escaping (QueryItem) -> String?
    ) -> QueryProbe {
        if generator.below(6) == 0 {
            return QueryProbe(text: "\(name) == nil", query: { query($0) == nil }, swift: { value($0) == nil })
        }
        let a = needle()
        let b = needle()
        let kind = TextProbe.allCases[generator.below(TextProbe.allCases.count)]
        let shown = "\(name) \(kind) \(a.debugDescription.prefix(60))"
        return QueryProbe(text: shown, query: { kind.query(query($0), a, b) }, swift: { kind.holds(value($0), a, b) })
    }

    mutating func data(
        _ name: String, _ query: @escaping (Query<QueryItem>) -> Query<Data>, _ value: @escaping (QueryItem) -> Data?
    ) -> QueryProbe {
        let a = generator.below(2) == 0 ? generator.pick(QueryValues.datas) : Data(needle().utf8)
        let kind = DataProbe.allCases[generator.below(DataProbe.allCases.count)]
        let shown = "\(name) \(kind) \(a.count) bytes"
        return QueryProbe(text: shown, query: { kind.query(query($0), a) }, swift: { kind.holds(value($0), a) })
    }

    mutating func optionalData(
        _ name: String, _ query: @escaping (Query<QueryItem>) -> Query<Data?>, _ value: @escaping (QueryItem) -> Data?
    ) -> QueryProbe {
        let a = generator.below(2) == 0 ? generator.pick(QueryValues.datas) : Data(needle().utf8)
        let kind = DataProbe.allCases[generator.below(DataProbe.allCases.count)]
        let shown = "\(name) \(kind) \(a.count) bytes"
        return QueryProbe(text: shown, query: { kind.query(query($0), a) }, swift: { kind.holds(value($0), a) })
    }
}

private enum TextProbe: CaseIterable {
    case equal, unequal, less, lessOrEqual, greater, greaterOrEqual, among, contains, starts, ends
    case equalFolded, containsFolded, startsFolded, endsFolded, containsWithoutMarks, equalWithoutBoth, like

    func query<T: _QueryString>(_ query: Query<T>, _ a: T, _ b: T) -> Query<Bool> {
        switch self {
        case .equal: query == a
        case .unequal: query != a
        case .less: query < a
        case .lessOrEqual: query <= a
        case .greater: query > a
        case .greaterOrEqual: query >= a
        case .among: query.in([a, b])
        case .contains: query.contains(a)
        case .starts: query.starts(with: a)
        case .ends: query.ends(with: a)
        case .equalFolded: query.equals(a, options: .caseInsensitive)
        case .containsFolded: query.contains(a, options: .caseInsensitive)
        case .startsFolded: query.starts(with: a, options: .caseInsensitive)
        case .endsFolded: query.ends(with: a, options: [.caseInsensitive])
        case .containsWithoutMarks: query.contains(a, options: .diacriticInsensitive)
        case .equalWithoutBoth: query.equals(a, options: [.caseInsensitive, .diacriticInsensitive])
        case .like: query.like(a)
        }
    }

    func holds(_ value: String?, _ a: String, _ b: String) -> Bool {
        guard let value else { return self == .unequal }
        let (text, first, second) = (Array(value.utf8), Array(a.utf8), Array(b.utf8))
        let folded = { (text: String) in Array(text.uppercased().lowercased().utf8) }
        let unmarked = { (text: String) in
            let kept = text.decomposed.filter { $0.properties.generalCategory != .nonspacingMark }
            return String(String.UnicodeScalarView(kept))
        }
        switch self {
        case .equal: return text == first
        case .unequal: return text != first
        case .less: return text.lexicographicallyPrecedes(first)
        case .lessOrEqual: return !first.lexicographicallyPrecedes(text)
        case .greater: return first.lexicographicallyPrecedes(text)
        case .greaterOrEqual: return !text.lexicographicallyPrecedes(first)
        case .among: return text == first || text == second
        case .contains: return text.contains(first)
        case .starts: return text.starts(with: first)
        case .ends: return text.reversed().starts(with: first.reversed())
        case .equalFolded: return folded(value) == folded(a)
        case .containsFolded: return folded(value).contains(folded(a))
        case .startsFolded: return folded(value).starts(with: folded(a))
        case .endsFolded: return folded(value).reversed().starts(with: folded(a).reversed())
        case .containsWithoutMarks: return Array(unmarked(value).utf8).contains(Array(unmarked(a).utf8))
        case .equalWithoutBoth: return folded(unmarked(value)) == folded(unmarked(a))
        // The values have neither * nor ?: patterns have tests of their own.
        case .like: return text == first
        }
    }
}

private enum DataProbe: CaseIterable {
    case equal, unequal, less, greaterOrEqual, contains, starts, ends

    func query<T: _QueryBinary>(_ query: Query<T>, _ a: T) -> Query<Bool> {
        switch self {
        case .equal: query == a
        case .unequal: query != a
        case .less: query < a
        case .greaterOrEqual: query >= a
        case .contains: query.contains(a)
        case .starts: query.starts(with: a)
        case .ends: query.ends(with: a)
        }
    }

    func holds(_ value: Data?, _ a: Data) -> Bool {
        guard let value else { return self == .unequal }
        let (bytes, wanted) = ([UInt8](value), [UInt8](a))
        switch self {
        case .equal: return bytes == wanted
        case .unequal: return bytes != wanted
        case .less: return bytes.lexicographicallyPrecedes(wanted)
        case .greaterOrEqual: return !bytes.lexicographicallyPrecedes(wanted)
        case .contains: return bytes.contains(wanted)
        case .starts: return bytes.starts(with: wanted)
        case .ends: return bytes.reversed().starts(with: wanted.reversed())
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        if part.isEmpty { return true }
        if part.count > count { return false }
        return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
    }
}

extension String {
    /// Letters and marks apart; the tests have only marks over single letters.
    fileprivate var decomposed: [Unicode.Scalar] {
        let parts: [Unicode.Scalar: String] = [
            "é": "e\u{301}", "ü": "u\u{308}", "ί": "ι\u{301}", "Ί": "Ι\u{301}",
        ]
        return unicodeScalars.flatMap { parts[$0].map { Array($0.unicodeScalars) } ?? [$0] }
    }
}
