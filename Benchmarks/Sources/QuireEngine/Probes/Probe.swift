// Single operations, repeated so that a profiler can count the instructions and allocations of one.

import Foundation
import Quire
import Workloads

/// What is counted. Each repeats one operation on a small store in memory.
package enum Probe: String, CaseIterable, Sendable {
    /// Comes first, since a profiler that is told to begin at a function has what came before the first call as well.
    case nothing
    case readDouble
    case readInt
    case readString
    case setDouble
    case lookUpByString
    case lookUpByInt
    case iterate
    case hop
    case inverseCount
    case inverseFirst
    case listRead
    case listAppend
    case insert

    /// Repetitions in a child.
    package static let count = 2000
    /// What the functions around the repetitions are called, for a profiler.
    package static let function = "probeLoop"

    /// Runs all, each once before it counts: what is set up at a first time is no cost of the operation.
    package static func runAll() throws -> [Double] {
        let stage = try ProbeStage()
        for probe in allCases { try stage.run(probe, 100) }
        for probe in allCases { try probeLoop(stage, probe) }
        return [Double(allCases.count)]
    }
}

/// One probe in a profiler: it counts from the entry to the exit. Not to be specialized or inlined, so that there is one
/// function of this name.
@_optimize(none)
@inline(never)
private func probeLoop(_ stage: ProbeStage, _ probe: Probe) throws {
    try stage.run(probe, Probe.count)
}

/// What probes work on.
private final class ProbeStage {
    private let realm: Realm
    private let items: Results<PortfolioItem>
    private let item: PortfolioItem
    private let product: Product
    private let list: List<PortfolioItem>
    private let keys: [String]
    private var nextItem: Int

    init() throws {
        let data = StandardData(scale: 0.001)
        var configuration = Realm.Configuration(objectTypes: QuireEngine.standardClasses)
        configuration.inMemoryIdentifier = "probes"
        realm = try Realm(configuration: configuration)
        _ = try QuireEngine.insert(data, into: realm)
        items = realm.objects(PortfolioItem.self)
        item = items[items.count / 2]
        keys = data.items.map(\.id)
        nextItem = keys.count
        guard let product = item.product else { throw WrongAnswer("quire: an item has lost its product.") }
        self.product = product
        let (realm, item) = (realm, item)
        list = try realm.write {
            for number in 0..<100 { realm.create(NumberedItem.self, value: ["id": number]) }
            let list = realm.create(Watchlist.self, value: ["id": 1]).items
            for _ in 0..<100 { list.append(item) }
            return list
        }
    }

    /// Repeats one operation and keeps what it gives alive.
    func run(_ probe: Probe, _ count: Int) throws {
        switch probe {
        case .nothing: break
        case .readDouble: Self.keep(Self.readDouble(item, count))
        case .readInt: Self.keep(Self.readInt(product, count))
        case .readString: Self.keep(Self.readString(item, count))
        case .setDouble: try realm.write { Self.setDouble(item, count) }
        case .lookUpByString: Self.keep(Self.lookUp(keys, realm, count))
        case .lookUpByInt: Self.keep(Self.lookUp(realm, count))
        case .iterate: Self.keep(Self.iterate(items, count))
        case .hop: Self.keep(Self.hop(items, count))
        case .inverseCount: Self.keep(Self.inverseCount(product, count))
        case .inverseFirst: Self.keep(Self.inverseFirst(product, count))
        case .listRead: Self.keep(Self.read(list, count))
        case .listAppend: try realm.write { Self.append(item, to: list, count) }
        case .insert: try realm.write { insert(count) }
        }
    }

    @inline(never)
    private static func keep<T>(_ value: T) {}

    @inline(never)
    private static func readDouble(_ item: PortfolioItem, _ count: Int) -> Double {
        var sum = 0.0
        for _ in 0..<count { sum += item.balance }
        return sum
    }

    @inline(never)
    private static func readInt(_ product: Product, _ count: Int) -> Int {
        var sum = 0
        for _ in 0..<count { sum &+= product.category }
        return sum
    }

    @inline(never)
    private static func readString(_ item: PortfolioItem, _ count: Int) -> Int {
        var bytes = 0
        for _ in 0..<count { bytes &+= item.id.utf8.count }
        return bytes
    }

    @inline(never)
    private static func setDouble(_ item: PortfolioItem, _ count: Int) {
        for number in 0..<count { item.balance = Double(number) }
    }

    @inline(never)
    private static func lookUp(_ keys: [String], _ realm: Realm, _ count: Int) -> Double {
        var sum = 0.0
        for number in 0..<count {
            let key = keys[number &* 7919 % keys.count]
            sum += realm.object(ofType: PortfolioItem.self, forPrimaryKey: key)?.balance ?? 0
        }
        return sum
    }

    @inline(never)
    private static func lookUp(_ realm: Realm, _ count: Int) -> Double {
        var sum = 0.0
        for number in 0..<count {
            sum += realm.object(ofType: NumberedItem.self, forPrimaryKey: number % 100)?.balance ?? 0
        }
        return sum
    }

    /// Walks over as many items as asked for, the collection again and again.
    @inline(__always)
    private static func walk(_ items: Results<PortfolioItem>, _ count: Int, _ visit: (PortfolioItem) -> Void) {
        var left = count
        while left > 0 {
            for item in items {
                visit(item)
                left -= 1
                if left == 0 { return }
            }
        }
    }

    @inline(never)
    private static func iterate(_ items: Results<PortfolioItem>, _ count: Int) -> Double {
        var sum = 0.0
        walk(items, count) { sum += $0.balance }
        return sum
    }

    @inline(never)
    private static func hop(_ items: Results<PortfolioItem>, _ count: Int) -> Int {
        var bytes = 0
        walk(items, count) { bytes &+= $0.product?.name.utf8.count ?? 0 }
        return bytes
    }

    @inline(never)
    private static func inverseCount(_ product: Product, _ count: Int) -> Int {
        var sum = 0
        for _ in 0..<count { sum += product.items.count }
        return sum
    }

    @inline(never)
    private static func inverseFirst(_ product: Product, _ count: Int) -> Double {
        var sum = 0.0
        for _ in 0..<count { sum += product.items.first?.balance ?? 0 }
        return sum
    }

    @inline(never)
    private static func read(_ list: List<PortfolioItem>, _ count: Int) -> Double {
        var sum = 0.0
        for number in 0..<count { sum += list[number % 100].balance }
        return sum
    }

    @inline(never)
    private static func append(_ item: PortfolioItem, to list: List<PortfolioItem>, _ count: Int) {
        for _ in 0..<count { list.append(item) }
    }

    @inline(never)
    private func insert(_ count: Int) {
        for _ in 0..<count {
            let item = PortfolioItem()
            item.id = StandardData.itemKey(nextItem)
            item.productId = "P0000001"
            item.balance = 1
            item.product = product
            realm.add(item)
            nextItem += 1
        }
    }
}
