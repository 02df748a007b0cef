// Classes with a property of every type, for queries.

import Foundation
import Quire
import QuireTestSupport

enum QueryLevel: Int, PersistableEnum {
    case low = -3, middle = 0, high = 40
}

enum QueryMood: String, PersistableEnum {
    case calm, cross, élan
}

final class QueryItem: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var flag: Bool
    @Persisted var small: Int8
    @Persisted var short: Int16
    @Persisted var medium: Int32
    @Persisted var large: Int64
    @Persisted var number: Int
    @Persisted var float: Float
    @Persisted var double: Double
    @Persisted var date: Date
    @Persisted var text: String
    @Persisted var data: Data
    @Persisted var uuid: UUID
    @Persisted var level: QueryLevel
    @Persisted var mood: QueryMood
    @Persisted var maybeFlag: Bool?
    @Persisted var maybeNumber: Int?
    @Persisted var maybeFloat: Float?
    @Persisted var maybeDouble: Double?
    @Persisted var maybeDate: Date?
    @Persisted var maybeText: String?
    @Persisted var maybeData: Data?
    @Persisted var maybeUUID: UUID?
    @Persisted var maybeLevel: QueryLevel?
    @Persisted(indexed: true) var indexedNumber: Int
    @Persisted(indexed: true) var indexedText: String
    @Persisted(indexed: true) var indexedDate: Date?
    @Persisted(indexed: true) var indexedMaybe: Int?
    @Persisted(indexed: true) var indexedUUID: UUID
    @Persisted(indexed: true) var indexedFlag: Bool
    @Persisted var product: QueryProduct?
    @Persisted var friend: QueryItem?
    @Persisted var friends: List<QueryItem>
    @Persisted var tags: List<String>
    @Persisted(originProperty: "friend") var admirers: LinkingObjects<QueryItem>
    @Persisted(originProperty: "friends") var circles: LinkingObjects<QueryItem>
    @Persisted(originProperty: "best") var bestOf: QueryProduct?

    var doubled: Int { number * 2 }
}

final class QueryProduct: Object {
    @Persisted(primaryKey: true) var key: String
    @Persisted var name: String
    @Persisted var price: Double
    @Persisted var discount: Double?
    @Persisted(indexed: true) var category: Int
    @Persisted var best: QueryItem?
    @Persisted(originProperty: "product") var items: LinkingObjects<QueryItem>
    let others = LinkingObjects(fromType: QueryItem.self, property: "product")
}

/// Values from which properties are filled and with which they are compared: few, so that they meet.
enum QueryValues {
    static let numbers = [-1000, -87, -3, -1, 0, 1, 2, 3, 40, 113, 1000]
    static let small: [Int8] = [.min, -87, -1, 0, 1, 40, .max]
    static let short: [Int16] = [.min, -300, -1, 0, 1, 300, .max]
    static let medium: [Int32] = [.min, -70_000, 0, 1, 70_000, .max]
    static let large: [Int64] = [.min, -5_000_000_000, -1, 0, 1, 5_000_000_000, .max]
    static let doubles = [-Double.infinity, -1e300, -2.5, -0.0, 0, .leastNonzeroMagnitude, 1, 2.5, .infinity, .nan]
    static let floats: [Float] = [-.infinity, -2.5, -0.0, 0, .leastNonzeroMagnitude, 1, 2.5, .infinity, .nan]
    static let dates = [-1e9, -0.5, 0, 0.5, 1e9].map { Date(timeIntervalSinceReferenceDate: $0) }
    static let uuids = [0, 1, 127, 128, 255].map { (byte: Int) in
        UUID(uuid: (UInt8(byte), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(255 - byte)))
    }
    static let texts = [
        "", "a", "A", "ab", "abc", "b99", "99", "x99y", "é", "e\u{301}", "E", "straße", "STRASSE", "\u{0}", "a\u{0}b",
        "Product name 12", "Product name 12 abcdefgh", "product NAME 99 in the middle of a text", "fünfzehn bytes",
        "ΣΊΣΥΦΟΣ", "σίσυφος", String(repeating: "ab99", count: 60), String(repeating: "long ", count: 900) + "99",
        String(repeating: "0123456789", count: 20) + "A", String(repeating: "0123456789", count: 20) + "B",
    ]
    static let datas = texts.map { Data($0.utf8) } + [Data([0xFF]), Data([0xFF, 0xFF]), Data([0, 0xFF])]
}

extension RandomNumberGenerator {
    mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }
    /// nil one time in four.
    mutating func maybe<T>(_ values: [T]) -> T? { below(4) == 0 ? nil : pick(values) }
}

extension QueryItem {
    /// Gives every value a random one.
    func fill(_ generator: inout SeededGenerator) {
        flag = generator.below(2) == 0
        small = generator.pick(QueryValues.small)
        short = generator.pick(QueryValues.short)
        medium = generator.pick(QueryValues.medium)
        large = generator.pick(QueryValues.large)
        number = generator.pick(QueryValues.numbers)
        float = generator.pick(QueryValues.floats)
        double = generator.pick(QueryValues.doubles)
        date = generator.pick(QueryValues.dates)
        text = generator.pick(QueryValues.texts)
        data = generator.pick(QueryValues.datas)
        uuid = generator.pick(QueryValues.uuids)
        level = generator.pick(QueryLevel.allCases)
        mood = generator.pick(QueryMood.allCases)
        maybeFlag = generator.maybe([false, true])
        maybeNumber = generator.maybe(QueryValues.numbers)
        maybeFloat = generator.maybe(QueryValues.floats)
        maybeDouble = generator.maybe(QueryValues.doubles)
        maybeDate = generator.maybe(QueryValues.dates)
        maybeText = generator.maybe(QueryValues.texts)
        maybeData = generator.maybe(QueryValues.datas)
        maybeUUID = generator.maybe(QueryValues.uuids)
        maybeLevel = generator.maybe(QueryLevel.allCases)
        indexedNumber = generator.pick(QueryValues.numbers)
        indexedText = generator.pick(QueryValues.texts)
        indexedDate = generator.maybe(QueryValues.dates)
        indexedMaybe = generator.maybe(QueryValues.numbers)
        indexedUUID = generator.pick(QueryValues.uuids)
        indexedFlag = generator.below(2) == 0
    }
}

extension QueryProduct {
    convenience init(_ key: String, _ generator: inout SeededGenerator) {
        self.init()
        self.key = key
        fill(&generator)
    }

    func fill(_ generator: inout SeededGenerator) {
        name = generator.pick(QueryValues.texts)
        price = generator.pick(QueryValues.doubles)
        discount = generator.maybe(QueryValues.doubles)
        category = generator.below(5)
    }
}
