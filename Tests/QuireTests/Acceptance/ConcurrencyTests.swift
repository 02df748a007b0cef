// Many tasks on one file, and an actor that owns a Realm.

import Foundation
import Quire
import Synchronization
import XCTest

final class BankAccount: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var balance: Int
    @Persisted var owner: BankOwner?
    @Persisted var history: List<Int>
}

final class BankOwner: Object {
    @Persisted(primaryKey: true) var name: String
    @Persisted(originProperty: "owner") var accounts: LinkingObjects<BankAccount>
}

/// Owns a Realm for as long as it lives.
private actor Teller {
    private let realm: Realm

    init(_ configuration: Realm.Configuration) throws { realm = try Realm(configuration: configuration) }

    func deposit(_ amount: Int, into id: Int) throws -> Int {
        try realm.write {
            guard let account = realm.object(ofType: BankAccount.self, forPrimaryKey: id) else { return -1 }
            account.balance += amount
            return account.balance
        }
    }

    func depositSuspended(_ amount: Int, into id: Int) async throws -> Int {
        try await realm.asyncWrite {
            guard let account = realm.object(ofType: BankAccount.self, forPrimaryKey: id) else { return -1 }
            account.balance += amount
            return account.balance
        }
    }

    func balance(of id: Int) -> Int {
        realm.refresh()
        return realm.object(ofType: BankAccount.self, forPrimaryKey: id)?.balance ?? -1
    }
}

final class ConcurrencyTests: XCTestCase {
    private static let types: [Object.Type] = [BankAccount.self, BankOwner.self]
    private static let accountCount = 64
    private static let total = accountCount * 100

    private var isThorough: Bool { ProcessInfo.processInfo.environment["QUIRE_LARGE_TESTS"] != nil }

    private func fill(_ configuration: Realm.Configuration) throws {
        let realm = try Realm(configuration: configuration)
        try realm.write {
            for id in 0..<Self.accountCount {
                let owner = ["name": "owner \(id % 7)"]
                realm.create(BankAccount.self, value: ["id": id, "balance": 100, "owner": owner], update: .modified)
            }
        }
    }

    private static func sum(_ realm: Realm) throws -> Int {
        try realm.read { realm.objects(BankAccount.self).sum(of: \.balance) }
    }

    /// How far the tasks are.
    private final class Progress: Sendable {
        let finishedWriters = Atomic(0)
        let looks = Atomic(0)
    }

    /// The sum by the accounts and by the inverses of their owners, in one snapshot.
    private static func look(_ realm: Realm) throws {
        XCTAssertEqual(try sum(realm), total)
        let byOwner = try realm.read {
            realm.objects(BankOwner.self).reduce(0) { $0 + $1.accounts.reduce(0) { $0 + $1.balance } }
        }
        XCTAssertEqual(byOwner, total, "by the inverses")
    }

    /// Moves amounts between accounts, one transaction each; some are given up, some have parts that are.
    private static func move(_ configuration: Realm.Configuration, _ number: Int, transfers: Int) throws {
        let realm = try Realm(configuration: configuration)
        var seed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        struct GivenUp: Error {}
        for round in 0..<transfers {
            do {
                try realm.write {
                    let amount = next(30)
                    guard let from = realm.object(ofType: BankAccount.self, forPrimaryKey: next(accountCount)),
                        let to = realm.object(ofType: BankAccount.self, forPrimaryKey: next(accountCount))
                    else { return XCTFail("an account is gone") }
                    from.balance -= amount
                    if round % 5 == 0 {
                        do {
                            try realm.nested {
                                to.balance += 1_000
                                throw GivenUp()
                            }
                        } catch is GivenUp {}
                    }
                    if round % 11 == 0 { throw GivenUp() }
                    to.balance += amount
                    to.owner = from.owner
                    if to.history.count > 20 { to.history.removeAll() }
                    to.history.append(amount)
                }
            } catch is GivenUp {}
        }
    }

    /// Eight tasks move amounts; others look at the sum meanwhile. 8 × 1,000 transfers with `QUIRE_LARGE_TESTS`.
    func testTasks_thatMoveAmounts_keepTheSum() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let configuration = Realm.Configuration(
            fileURL: directory.appending(path: "bank.quire"), objectTypes: Self.types)
        try fill(configuration)
        let transfers = isThorough ? 1_000 : 100
        let progress = Progress()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    defer { progress.finishedWriters.add(1, ordering: .relaxed) }
                    try Self.move(configuration, number, transfers: transfers)
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    let realm = try Realm(configuration: configuration)
                    repeat {
                        realm.refresh()
                        try Self.look(realm)
                        progress.looks.add(1, ordering: .relaxed)
                        await Task.yield()
                    } while progress.finishedWriters.load(ordering: .relaxed) < 8
                }
            }
            try await group.waitForAll()
        }
        XCTAssertGreaterThan(progress.looks.load(ordering: .relaxed), 1)
        let realm = try Realm(configuration: configuration)
        XCTAssertEqual(try Self.sum(realm), Self.total)
        XCTAssertEqual(try realm.check().problems.map(\.message), [])
    }

    /// Every call from outside is a hop to the actor, on whatever thread is free.
    func testActor_thatOwnsARealm_survivesTenThousandHops() async throws {
        let configuration = Realm.Configuration(
            inMemoryIdentifier: "hops \(UUID())", objectTypes: Self.types)
        let keeper = try Realm(configuration: configuration)
        try fill(configuration)
        let tellers = [try Teller(configuration), try Teller(configuration)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for hop in 0..<2_500 {
                        let teller = tellers[(task + hop) % 2]
                        switch hop % 10 {
                        case 0: _ = try await teller.deposit(1, into: task)
                        case 5: _ = try await teller.depositSuspended(1, into: task)
                        default:
                            let balance = await teller.balance(of: task)
                            XCTAssertGreaterThanOrEqual(balance, 100)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for task in 0..<4 {
            let balance = await tellers[0].balance(of: task)
            XCTAssertEqual(balance, 100 + 500)
        }
        keeper.refresh()
        XCTAssertEqual(try Self.sum(keeper), Self.total + 4 * 500)
        XCTAssertEqual(try keeper.check().problems.map(\.message), [])
    }
}
