// The model classes of these tests.

import Foundation
import Quire

enum Mood: String, PersistableEnum {
    case calm, cross
}

enum Level: Int, PersistableEnum {
    case low = 1
    case high = 2
}

/// One property of every kind of scalar.
final class Scalars: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var flag: Bool
    @Persisted var tiny: Int8
    @Persisted var short: Int16
    @Persisted var medium: Int32
    @Persisted var long: Int64
    @Persisted var float: Float
    @Persisted var double: Double
    @Persisted var date: Date
    @Persisted var text: String
    @Persisted var data: Data
    @Persisted var uuid: UUID
    @Persisted var mood: Mood
    @Persisted var level: Level
    @Persisted(indexed: true) var rank: Int
    @Persisted(indexed: true) var label: String
}

/// The same, optional.
final class OptionalScalars: Object {
    @Persisted var flag: Bool?
    @Persisted var tiny: Int8?
    @Persisted var short: Int16?
    @Persisted var medium: Int32?
    @Persisted var long: Int64?
    @Persisted var int: Int?
    @Persisted var float: Float?
    @Persisted var double: Double?
    @Persisted var date: Date?
    @Persisted var text: String?
    @Persisted var data: Data?
    @Persisted var uuid: UUID?
    @Persisted var mood: Mood?
    @Persisted var level: Level?
    @Persisted(indexed: true) var rank: Int?
}

final class Owner: Object {
    @Persisted(primaryKey: true) var name: String
    @Persisted var age = 30
    @Persisted var friend: Owner?
    @Persisted var pets: List<Pet>
    @Persisted var address: Address?
    @Persisted var addresses: List<Address>
    @Persisted var nicknames: List<String>
    @Persisted var scores: List<Int?>
}

final class Pet: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name = "Rex"
    @Persisted(originProperty: "pets") var owners: LinkingObjects<Owner>
    @Persisted(originProperty: "pets") var owner: Owner?
    @Persisted(inverse: \Owner.pets) var checkedOwners: LinkingObjects<Owner>
}

final class Address: EmbeddedObject {
    @Persisted var street = ""
    @Persisted var zip: Int?
}

/// Without a key.
final class Note: Object {
    @Persisted var text = ""
    @Persisted var next: Note?
}

/// Notes with the texts 0…count, each linked to the next one.
func noteChain(_ count: Int) -> (first: Note, last: Note) {
    let first = Note(value: ["text": "0"])
    var last = first
    for index in 1...count {
        let note = Note()
        note.text = "\(index)"
        last.next = note
        last = note
    }
    return (first, last)
}

/// The types of a Realm for most tests.
let commonTypes: [Object.Type] = [
    Scalars.self, OptionalScalars.self, Owner.self, Pet.self, Address.self, Note.self,
]

/// A fresh store in memory, under a name of its own.
func makeRealm(_ types: [Object.Type] = commonTypes, function: String = #function) throws -> Realm {
    try Realm(
        configuration: Realm.Configuration(inMemoryIdentifier: "\(function) \(UUID())", objectTypes: types))
}

/// A directory that the test removes.
func withTemporaryDirectory<R>(_ body: (URL) throws -> R) throws -> R {
    let directory = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory)
}
