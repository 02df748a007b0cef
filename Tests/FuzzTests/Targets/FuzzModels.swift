// Classes that use every rule of the JSON import at least once.

import Foundation
import Quire

enum FuzzColor: String, PersistableEnum {
    case red, green
}

struct FuzzRefusal: Error {}

final class FuzzNote: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var text: String = "?"
    @Persisted(originProperty: "notes", json: "inverse") var roots: LinkingObjects<FuzzRoot>
}

final class FuzzPart: EmbeddedObject {
    @Persisted var label: String
    @Persisted var width: Int8 = 3
    @Persisted(json: .parent("id")) var owner: Int?
    @Persisted(json: .index) var place: Int
    @Persisted var note: FuzzNote?
}

/// Without a key.
final class FuzzRemark: Object {
    @Persisted var label: String
    @Persisted var next: FuzzRemark?
}

final class FuzzEntry: Object {
    @Persisted(primaryKey: true, json: .dictionaryKey) var name: String
    @Persisted(json: .missing(.error)) var value: Int
    @Persisted(json: .null(.error).missing(.useDefault)) var other: String = "other"
}

/// Single values.
final class FuzzScalars: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var color: FuzzColor = .red
    @Persisted var small: Int8?
    @Persisted var real: Double?
    @Persisted var single: Float?
    @Persisted var flag: Bool?
    @Persisted var data: Data?
    @Persisted var uuid: UUID?
    @Persisted(json: .coerce) var number: Int?
    @Persisted(json: .coerce.null(.keep)) var text: String?
    @Persisted(json: .coerce.null(.useDefault)) var yes: Bool = true
    @Persisted(json: .date(.iso8601, .format("yyyy-MM-dd 'at' HH:mm:ss"), .unixMilliseconds)) var at: Date?
    @Persisted(json: .date(.unixSeconds)) var then: Date?
    @Persisted(json: .path("deep", "list", "1")) var deep: String?
    @Persisted(json: .firstOf("first.a", "second")) var first: Double?
    @Persisted(json: .root("meta.unit")) var unit: String?
    @Persisted(json: .ignore) var ignored: Int
    @Persisted(json: .exportOnly) var written: Int
    @Persisted(json: .importOnly) var read: Int
    @Persisted(
        json: .transform { (text: String) in
            guard let number = Int(text) else { throw FuzzRefusal() }
            return number
        }) var transformed: Int
    @Persisted(json: .transform { (numbers: [Int]?) in numbers?.count ?? -1 }) var counted: Int
}

/// Links and lists.
final class FuzzRoot: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var scalars: FuzzScalars?
    @Persisted var notes: List<FuzzNote>
    @Persisted var part: FuzzPart?
    @Persisted var parts: List<FuzzPart>
    @Persisted var remarks: List<FuzzRemark>
    @Persisted var entries: List<FuzzEntry>
    @Persisted(json: .id("skipped_id", missing: .skip)) var skipped: FuzzNote?
    @Persisted(json: .id("needed_id", missing: .error)) var needed: FuzzNote?
    @Persisted(json: .id("filled_id", missing: .placeholder)) var filled: FuzzNote?
    @Persisted(json: .ids("deferred_ids")) var deferred: List<FuzzNote>
    @Persisted(json: .ids("loose").coerce.list(.union)) var loose: List<FuzzNote>
    @Persisted(json: .list(.append)) var appended: List<FuzzRemark>
    @Persisted(json: .list(.replace, orphans: .delete)) var owned: List<FuzzRemark>
    @Persisted(json: .list(.replace, orphans: .deleteIfUnreferenced)) var shared: List<FuzzNote>
    @Persisted(json: .lossy) var numbers: List<Int>
    @Persisted var texts: List<String?>
    @Persisted var noteID: Int?
    @Persisted var connected: FuzzNote?
    @Persisted var version: Int
    @Persisted var name: String = "none"
    override class func jsonMapping(_ map: JSONMap) {
        map.connect(\FuzzRoot.connected, by: \FuzzRoot.noteID)
        map(FuzzRoot.self) { map in
            map[\.name] = .firstOf("name", "label")
            map.validate { root in if root.name == "bad" { throw FuzzRefusal() } }
            map.modifiedBy(\.version)
        }
        map.unknownKeys = .error
    }
}
