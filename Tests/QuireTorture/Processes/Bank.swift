// Accounts whose balances add up to the same in every committed state.

import Foundation
import QuireStorage
import QuireTestSupport

/// One opening of the file with the accounts.
struct Bank {
    static let accountCount = 60
    static let total: Int64 = 60_000

    let session: Session
    private let table: Table
    private let balance: Int

    static func create(_ path: String) throws {
        let session = try Session(database: Database.open(.file(path: path), Database.Options()))
        try session.beginWrite()
        try session.adopt([
            ClassDefinition(
                name: "Account",
                columns: [
                    ColumnDefinition(name: "id", type: .int64), ColumnDefinition(name: "balance", type: .int64),
                    ColumnDefinition(name: "note", type: .text, isIndexed: true),
                    ColumnDefinition(name: "last", type: .link, isOptional: true, target: "Account"),
                ],
                primaryKey: 0)
        ])
        guard let table = session.table("Account"), let balance = table.column(named: "balance") else {
            throw TortureError("the class is missing")
        }
        for id in 0..<accountCount {
            let row = try table.insert(key: .int(Int64(id)))
            try table.set(row, balance, .int(total / Int64(accountCount)))
        }
        try session.commit()
    }

    init(_ path: String, readsByCopying: Bool = false) throws {
        var options = Database.Options()
        options.readsByCopying = readsByCopying
        session = try Session(database: Database.open(.file(path: path), options))
        try session.pin()
        guard let table = session.table("Account"), let balance = table.column(named: "balance") else {
            throw TortureError("the class is missing")
        }
        self.table = table
        self.balance = balance
    }

    /// Moves money from one account to another, and changes index and links with it.
    func transfer(_ dice: inout SeededGenerator) throws {
        try session.beginWrite()
        do {
            let from = try row(Int.random(in: 0..<Self.accountCount, using: &dice))
            let to = try row(Int.random(in: 0..<Self.accountCount, using: &dice))
            let amount = Int64.random(in: 1...50, using: &dice)
            try table.set(from, balance, .int(try value(from) - amount))
            try table.set(to, balance, .int(try value(to) + amount))
            guard let note = table.column(named: "note"), let last = table.column(named: "last") else {
                throw TortureError("a column is missing")
            }
            try table.set(from, note, .text("paid \(amount)"))
            try table.set(from, last, .link(to))
            try session.commit()
        } catch {
            if session.isWriting { session.rollback() }
            throw error
        }
    }

    private func row(_ id: Int) throws -> RowID {
        guard let row = try table.find(key: .int(Int64(id))) else { throw TortureError("account \(id) is missing") }
        return row
    }

    private func value(_ row: RowID) throws -> Int64 {
        guard case .int(let value) = try table.value(row, balance) else { throw TortureError("a balance is missing") }
        return value
    }

    /// Of all accounts, as the snapshot has them.
    func balances() throws -> [Int64] { try (0..<Self.accountCount).map { try value(try row($0)) } }

    /// What is wrong with the file; nothing, if all is well.
    func problems() throws -> [String] {
        _ = try session.refresh()
        let sum = try balances().reduce(0, +)
        var problems = try FileCheck.run(session.database).problems.map(\.message)
        if sum != Self.total { problems.append("the balances add up to \(sum)") }
        return problems
    }

    /// Transactions since the file was made.
    func transfers() throws -> UInt64 { session.snapshot.rawValue }
}
