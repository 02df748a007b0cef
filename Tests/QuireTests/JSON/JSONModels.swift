// The classes of the importer's tests.

import Foundation
import XCTest

@testable import Quire

enum JRole: String, PersistableEnum {
    case user, admin
}

final class JUser: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted var email: String?
    @Persisted var role: JRole = .user
    @Persisted(originProperty: "author") var posts: LinkingObjects<JPost>
}

final class JComment: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var text: String
    @Persisted(originProperty: "comments") var posts: LinkingObjects<JPost>
}

final class JPost: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var title: String
    @Persisted var score: Double = 1
    @Persisted var tags: List<String>
    @Persisted var author: JUser?
    @Persisted var comments: List<JComment>
}

/// Comments by reference, with each policy for keys that nothing has.
final class JThread: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(json: .ids("skipped", missing: .skip)) var skipped: List<JNote>
    @Persisted(json: .ids("deferred")) var deferred: List<JNote>
    @Persisted(json: .ids("filled", missing: .placeholder)) var filled: List<JNote>
    @Persisted(json: .ids("needed", missing: .error)) var needed: List<JNote>
    @Persisted(json: .ids("loose").coerce) var loose: List<JNote>
    @Persisted(json: .id("first_id", missing: .skip)) var first: JNote?
    @Persisted(json: .ids("joined").list(.union)) var joined: List<JNote>
}

final class JNote: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var text: String = "?"
}

final class JPerson: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var friend: JPerson?
}

final class JEvent: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(json: .date(.iso8601, .format("yyyy-MM-dd"), .unixMilliseconds)) var at: Date?
    @Persisted var plain: Date?
}

final class JPhoto: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var imageURL: String?
}

final class JShot: EmbeddedObject {
    @Persisted var caption: String
    @Persisted var width: Int = 640
    @Persisted var by: JPerson?
}

final class JAlbum: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var shots: List<JShot>
    @Persisted var cover: JShot?
}

final class JNumbers: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var big: Int?
    @Persisted var small: Int8?
    @Persisted var real: Double?
    @Persisted var single: Float?
    @Persisted var flag: Bool?
    @Persisted var data: Data?
    @Persisted var uuid: UUID?
    @Persisted(json: .coerce) var number: Int?
    @Persisted(json: .coerce) var text: String?
    @Persisted(json: .coerce) var yes: Bool?
    @Persisted var list: List<Int>
    @Persisted(json: .lossy) var lossyList: List<Int>
}

// The first situation: links from ids, children under an inverse.
final class JProduct: Object {
    @Persisted(primaryKey: true) var id: String
    @Persisted var name: String
    @Persisted(originProperty: "product", json: "items") var items: LinkingObjects<JItem>
}

final class JItem: Object {
    @Persisted(primaryKey: true) var id: String
    @Persisted var balance: Double
    @Persisted(json: .id("productId")) var product: JProduct?
}

// The second: one relation as nested objects or as ids.
final class JArticle: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var title: String
    @Persisted(json: .firstOf("comments", "comment_ids")) var comments: List<JComment>
}

// The third: key paths, no key.
final class JEntry: Object {
    @Persisted(json: .path("author", "name")) var authorName: String
    @Persisted var author: JUser?
    @Persisted var text: String
    @Persisted var remarks: List<JRemark>
    @Persisted(json: .path("meta", "tags", "0")) var firstTag: String?
}

final class JRemark: EmbeddedObject {
    @Persisted var author: JUser?
    @Persisted var text: String
}

// Connections, rules of the parent and of the document, dictionaries, transforms.
final class JHolding: Object {
    @Persisted(primaryKey: true) var id: String
    @Persisted var productId: String?
    @Persisted var product: JProduct?
    @Persisted(json: .parent("id")) var accountId: String?
    @Persisted(json: .root("meta.currency")) var currency: String?
    @Persisted(json: .index) var place: Int
    override class func jsonMapping(_ map: JSONMap) {
        map.connect(\JHolding.product, by: \JHolding.productId)
    }
}

final class JAccount: Object {
    @Persisted(primaryKey: true) var id: String
    @Persisted var holdings: List<JHolding>
}

final class JSetting: Object {
    @Persisted(primaryKey: true, json: .dictionaryKey) var name: String
    @Persisted(
        json: .transform(
            { (text: String) in
                guard let number = Int(text) else { throw JTransformError.notANumber }
                return number
            }, back: { String($0) })) var value: Int
}

enum JTransformError: Error { case notANumber }

final class JStrict: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String = "none"
    @Persisted var version: Int = 0
    @Persisted var parts: List<JPart>
    override class func jsonMapping(_ map: JSONMap) {
        map(JStrict.self) { map in
            map[\.name] = .firstOf("name", "label")
            map.validate { strict in
                if strict.name == "bad" { throw JValidationError.badName }
            }
            map.modifiedBy(\.version)
        }
        map.unknownKeys = .error
    }
}

enum JValidationError: Error { case badName }

/// Without a key.
final class JPart: Object {
    @Persisted var label: String
}

extension XCTestCase {
    static let jsonClasses: [Object.Type] = [
        JUser.self, JComment.self, JPost.self, JThread.self, JNote.self, JPerson.self, JEvent.self, JPhoto.self,
        JShot.self,
        JAlbum.self, JNumbers.self, JProduct.self, JItem.self, JArticle.self, JEntry.self, JRemark.self, JHolding.self,
        JAccount.self, JSetting.self, JStrict.self, JPart.self,
    ]

    /// A Realm in memory that nobody else sees.
    func makeJSONRealm() throws -> Realm {
        let name = "json-\(UUID().uuidString)"
        return try Realm(
            configuration: Realm.Configuration(inMemoryIdentifier: name, objectTypes: Self.jsonClasses))
    }

    func importError<T: Object>(
        _ realm: Realm, _ type: T.Type, _ text: String, root: JSONPath? = nil,
        options: JSONImportOptions = JSONImportOptions(), file: StaticString = #filePath, line: UInt = #line
    ) -> JSONImportError? {
        do {
            try realm.importJSON(type, from: Data(text.utf8), root: root, options: options)
            XCTFail("the import succeeded", file: file, line: line)
        } catch let error as JSONImportError {
            return error
        } catch {
            XCTFail("another error: \(error)", file: file, line: line)
        }
        return nil
    }
}

extension Realm {
    @discardableResult
    func importText<T: Object>(
        _ type: T.Type, _ text: String, root: JSONPath? = nil, options: JSONImportOptions = JSONImportOptions()
    ) throws -> JSONImportReport<T> {
        try importJSON(type, from: Data(text.utf8), root: root, options: options)
    }
}

extension JSONImportError {
    /// "kind pointer", in order.
    var summary: [String] { issues.filter { $0.severity == .error }.map { "\($0.kind.name) \($0.pointer)" } }
}
