// Models in a target whose default isolation is MainActor, as new app targets have it.

import Foundation
import Quire
import Testing

final class Account: Object, Codable {
    @Persisted(primaryKey: true) var id: String
    @Persisted var balance: Int
    @Persisted var owner: Owner?
}

final class Owner: Object, Codable {
    @Persisted(primaryKey: true) var id: String
    @Persisted var name: String = "nobody"
    @Persisted(originProperty: "owner") var accounts: LinkingObjects<Account>
}

@Test("Models in a target isolated to MainActor compile and work")
func modelsInAMainActorTarget() throws {
    var configuration = Realm.Configuration(inMemoryIdentifier: "main actor")
    configuration.objectTypes = [Account.self, Owner.self]
    let realm = try Realm(configuration: configuration)
    let payload = Data(#"[{"id":"a","balance":7,"owner":{"id":"o","name":"Ada"}}]"#.utf8)
    let accounts = try JSONDecoder().decode([Account].self, from: payload)
    try realm.write { realm.add(accounts, update: .modified) }
    let owner = try #require(realm.object(ofType: Owner.self, forPrimaryKey: "o"))
    #expect(owner.name == "Ada")
    #expect(owner.accounts.map(\.balance) == [7])
    #expect(realm.objects(Account.self).where { $0.balance > 5 && $0.owner.name == "Ada" }.count == 1)
    #expect(owner.accounts.where { !($0.balance > 5) }.isEmpty)
}
