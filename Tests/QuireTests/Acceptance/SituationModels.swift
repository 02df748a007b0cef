// The classes of the acceptance tests: what an app receives in three situations.

import Foundation
import Quire

// MARK: One class names another by its id

/// Decoding by hand: assignments before a trailing `super.init()`, private keys, a key by override, links from ids.
class Position: Object, Decodable {

    @Persisted var id: String = ""
    @Persisted var instrumentId: String = ""
    @Persisted var amount: Double = 0.0

    @Persisted public var instrument: Instrument?

    override static func primaryKey() -> String? {
        return "id"
    }

    override class func jsonMapping(_ map: JSONMap) {
        map.connect(\Position.instrument, by: \Position.instrumentId)
    }

    private enum CodingKeys: String, CodingKey {
        case id, instrumentId, amount
    }

    required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)

        id = try values.decode(String.self, forKey: .id)
        instrumentId = try values.decode(String.self, forKey: .instrumentId)
        amount = try values.decode(Double.self, forKey: .amount)
        super.init()
    }

    required init() {
        super.init()
    }

    convenience init(id: String, instrumentId: String, amount: Double) {
        self.init()
        self.id = id
        self.instrumentId = instrumentId
        self.amount = amount
    }
}

final class Instrument: Object, Decodable {

    @Persisted var id: String = ""
    @Persisted var name: String = ""

    private let positions = LinkingObjects(fromType: Position.self, property: "instrument")

    public var position: Position? {
        return positions.first
    }

    var positionIds: [String] { positions.map(\.id) }

    override static func primaryKey() -> String? {
        return "id"
    }

    private enum CodingKeys: String, CodingKey {
        case id, name
    }

    required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)

        id = try values.decode(String.self, forKey: .id)
        name = try values.decode(String.self, forKey: .name)
        super.init()
    }

    required init() {
        super.init()
    }

    convenience init(id: String, name: String) {
        self.init()
        self.id = id
        self.name = name
    }
}

// MARK: A relation as ids or as nested objects

/// The importer reads either form of `replies`; decoding reads the nested one, and ids through `replyIds`.
final class Story: Object, Decodable {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var headline: String
    @Persisted(json: .firstOf("replies", "reply_ids")) var replies: List<Reply>
}

final class Reply: Object, Decodable {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var text: String
    @Persisted(originProperty: "replies") var stories: LinkingObjects<Story>
}

/// A relation as a list of ids alone.
final class Channel: Object, Decodable {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var replyIds: List<Int>
    @Persisted var replies: List<Reply>

    override class func jsonMapping(_ map: JSONMap) {
        map.connect(\Channel.replies, by: \Channel.replyIds)
    }
}

// MARK: Nested objects and arrays, values from deeper places, no keys

/// Without a key. Decoding by hand reads the deeper values from nested containers.
final class Bulletin: Object, Decodable {
    @Persisted(json: .path("writer", "name")) var writerName: String
    @Persisted var writer: Writer?
    @Persisted var body: String
    @Persisted(json: .path("meta", "labels")) var labels: List<String>
    @Persisted var notes: List<BulletinNote>
    @Persisted var place: BulletinPlace?

    private enum CodingKeys: String, CodingKey {
        case writer, body, meta, notes, place
    }
    private enum MetaKeys: String, CodingKey { case labels }

    required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let meta = try values.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
        writer = try values.decode(Writer.self, forKey: .writer)
        body = try values.decode(String.self, forKey: .body)
        place = try values.decodeIfPresent(BulletinPlace.self, forKey: .place)
        super.init()
        labels.append(objectsIn: try meta.decode([String].self, forKey: .labels))
        notes.append(objectsIn: try values.decode([BulletinNote].self, forKey: .notes))
        writerName = writer?.name ?? ""
    }

    required init() { super.init() }
}

final class Writer: Object, Decodable {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

final class BulletinNote: EmbeddedObject, Decodable {
    @Persisted var text: String
    @Persisted var by: Writer?
}

final class BulletinPlace: EmbeddedObject, Decodable {
    @Persisted var city: String
    @Persisted var lines: List<String>
}
