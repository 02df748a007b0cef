import Foundation
import XCTest

@testable import Quire

/// The text of objects.
final class DescriptionTests: XCTestCase {
    func testDescription_managedOrNot_isTheSame() throws {
        let realm = try makeRealm()
        let owner = Owner(value: [
            "name": "Ann", "pets": [["id": 1]], "address": ["street": "Main"], "nicknames": ["x"],
        ])
        let expected = """
            Owner {
            \tname = Ann;
            \tage = 30;
            \tfriend = (null);
            \tpets = List<Pet> (
            \t\t[0] Pet {
            \t\t\tid = 1;
            \t\t\tname = Rex;
            \t\t}
            \t);
            \taddress = Address {
            \t\tstreet = Main;
            \t\tzip = (null);
            \t};
            \taddresses = List<Address> (
            \t
            \t);
            \tnicknames = List<String> (
            \t\t[0] x
            \t);
            """
        func head(_ text: String) -> [String] {
            text.replacing(#/\ <0x[0-9a-f]+>/#, with: "").split(separator: "\n").map(String.init)
                .filter { !$0.allSatisfy(\.isWhitespace) }
        }
        let lines = head(expected)
        XCTAssertTrue(head(owner.description).starts(with: lines), owner.description)
        try realm.write { realm.add(owner) }
        XCTAssertTrue(head(owner.description).starts(with: lines), owner.description)
    }

    func testDescription_ofADateThatIsNone_hasAText() {
        let moment = Moment()
        moment.date = Date(timeIntervalSinceReferenceDate: .nan)
        XCTAssertTrue(moment.description.contains("date = nan;"), moment.description)
    }

    func testDescription_ofACycle_endsAtDepthFive() {
        let note = Note()
        note.next = note
        let text = note.description
        XCTAssertTrue(text.contains("<Maximum depth exceeded>"), text)
        XCTAssertEqual(text.components(separatedBy: "Note {").count - 1, 5)
    }

    func testDescription_ofLongDataAndLists_isCut() {
        let object = Scalars()
        object.data = Data(repeating: 0xAB, count: 30)
        XCTAssertTrue(object.description.contains("… — 30 total bytes>"), object.description)
        let owner = Owner()
        for number in 0..<120 { owner.scores.append(number) }
        XCTAssertTrue(owner.description.contains("... 20 objects skipped."))
    }
}

private final class Moment: Object {
    @Persisted var date: Date?
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
