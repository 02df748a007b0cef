// Sizes at the edge of what an app would do: wide objects, long values, long lists of embedded objects, deep chains.

import Foundation
import Quire
import XCTest

final class LimitFile: Object {
    @Persisted(primaryKey: true) var name: String
    @Persisted var content: Data?
    @Persisted var text: String?
}

final class LimitPart: EmbeddedObject {
    @Persisted var number: Int
    @Persisted var label: String
}

final class LimitWhole: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var parts: List<LimitPart>
}

/// Owns another of its kind.
final class LimitLink: EmbeddedObject {
    @Persisted var number: Int
    @Persisted var next: LimitLink?
}

final class LimitChain: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var first: LimitLink?
}

final class LimitTests: XCTestCase {
    private static let types: [Object.Type] = [
        LimitFile.self, LimitPart.self, LimitWhole.self, LimitLink.self, LimitChain.self, LimitWide.self,
    ]

    private func configuration(_ directory: URL) -> Realm.Configuration {
        Realm.Configuration(fileURL: directory.appending(path: "limits.quire"), objectTypes: Self.types)
    }

    func testValue_of64MiB_comesBackFromTheFile() throws {
        try withTemporaryDirectory { directory in
            let byteCount = 64 << 20
            var content = Data(count: byteCount)
            for place in stride(from: 0, to: byteCount, by: 4_093) {
                content[place] = UInt8(truncatingIfNeeded: place >> 5)
            }
            do {
                let realm = try Realm(configuration: configuration(directory))
                let file = LimitFile()
                file.name = "long"
                file.content = content
                try realm.write { realm.add(file) }
                XCTAssertEqual(file.content, content)
            }
            let realm = try Realm(configuration: configuration(directory))
            let file = try XCTUnwrap(realm.object(ofType: LimitFile.self, forPrimaryKey: "long"))
            XCTAssertEqual(file.content, content)
            XCTAssertEqual(try realm.check().problems.map(\.message), [])
            // Its pages are used again.
            try realm.write { file.content = nil }
            XCTAssertNil(file.content)
            try realm.write { file.content = Data([1]) }
            XCTAssertLessThan(try realm.check().pages, 200)
        }
    }

    func testText_ofMillionsOfCharacters_comesBack() throws {
        try withTemporaryDirectory { directory in
            let text = String(repeating: "Zürich, 東京 — ", count: 200_000)
            do {
                let realm = try Realm(configuration: configuration(directory))
                try realm.write { _ = realm.create(LimitFile.self, value: ["name": "t", "text": text]) }
            }
            let realm = try Realm(configuration: configuration(directory))
            XCTAssertEqual(realm.objects(LimitFile.self).first?.text, text)
        }
    }

    func testEmbeddedObjects_tenThousandInOneList_liveAndDieWithTheirOwner() throws {
        try withTemporaryDirectory { directory in
            let count = 10_000
            do {
                let realm = try Realm(configuration: configuration(directory))
                let whole = LimitWhole()
                for number in 0..<count {
                    let part = LimitPart()
                    part.number = number
                    part.label = "part \(number)"
                    whole.parts.append(part)
                }
                try realm.write { realm.add(whole) }
            }
            let realm = try Realm(configuration: configuration(directory))
            let whole = try XCTUnwrap(realm.objects(LimitWhole.self).first)
            XCTAssertEqual(whole.parts.count, count)
            XCTAssertEqual(whole.parts[count / 2].label, "part \(count / 2)")
            XCTAssertEqual(whole.parts.map(\.number), Array(0..<count))
            try realm.write { whole.parts.removeSubrange(10..<count - 10) }
            XCTAssertEqual(try realm.check().objects, 21)
            XCTAssertEqual(whole.parts.map(\.number).suffix(10), Array((0..<count).suffix(10))[...])
            try realm.write { realm.delete(whole) }
            let report = try realm.check()
            XCTAssertEqual(report.objects, 0)
            XCTAssertEqual(report.problems.map(\.message), [])
        }
    }

    func testChain_ofAHundredThousandOwners_isDeletedWithoutDeepStack() throws {
        try withTemporaryDirectory { directory in
            let depth = 100_000
            do {
                let realm = try Realm(configuration: configuration(directory))
                let chain = LimitChain()
                try realm.write {
                    realm.add(chain)
                    let first = LimitLink()
                    chain.first = first
                    var last = first
                    for number in 1..<depth {
                        let link = LimitLink()
                        link.number = number
                        last.next = link
                        last = link
                    }
                }
                XCTAssertEqual(chain.first?.next?.next?.number, 2)
            }
            let realm = try Realm(configuration: configuration(directory))
            XCTAssertEqual(try realm.check().objects, depth + 1)
            let chain = try XCTUnwrap(realm.objects(LimitChain.self).first)
            // Replacing the first link deletes all behind it.
            try realm.write { chain.first = LimitLink() }
            XCTAssertEqual(try realm.check().objects, 2)
            try realm.write { realm.delete(chain) }
            let report = try realm.check()
            XCTAssertEqual(report.objects, 0)
            XCTAssertEqual(report.problems.map(\.message), [])
        }
    }

    func testDocument_nestedInEmbeddedObjects_keepsToItsDepthLimit() throws {
        let realm = try makeRealm(Self.types)
        let depth = 200
        let text =
            #"{"id":1,"first":"# + (0..<depth).map { "{\"number\":\($0),\"next\":" }.joined() + "null"
            + String(repeating: "}", count: depth + 1)
        try realm.importJSON(LimitChain.self, from: Data(text.utf8))
        XCTAssertEqual(try realm.check().objects, depth + 1)
        try realm.write { realm.delete(realm.objects(LimitChain.self)) }
        XCTAssertEqual(try realm.check().objects, 0)
    }

    func testThousandProperties_oneIsSet_andAllAreReadAfterReopening() throws {
        try withTemporaryDirectory { directory in
            do {
                let realm = try Realm(configuration: configuration(directory))
                let wide = LimitWide()
                wide.id = 1
                wide.n5 = 55
                try realm.write { realm.add(wide) }
                try realm.write { wide.b499 = true }
                XCTAssertTrue(wide.b499)
            }
            let realm = try Realm(configuration: configuration(directory))
            let wide = try XCTUnwrap(realm.object(ofType: LimitWide.self, forPrimaryKey: 1))
            XCTAssertTrue(wide.b499)
            XCTAssertFalse(wide.b498)
            XCTAssertEqual(wide.n5, 55)
            XCTAssertEqual(wide.n498, 0)
            XCTAssertEqual(wide.objectSchemaCount, 1_000)
            try realm.write { wide.n498 = -1 }
            XCTAssertEqual(wide.n498, -1)
            XCTAssertEqual(try realm.check().problems.map(\.message), [])
        }
    }
}

extension LimitWide {
    /// The stored properties, as a mirror sees them.
    fileprivate var objectSchemaCount: Int { Mirror(reflecting: self).children.count }
}
