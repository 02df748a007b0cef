// Pages of JSON as a server would send them.

package import Foundation

extension StandardData {
    /// An array of `count` items, each with its product nested; each has a product of its own as long as there are enough.
    package func nestedPage(_ count: Int) -> Data {
        var text = "["
        text.reserveCapacity(count * 140)
        for number in 0..<count {
            let item = items[number % items.count]
            let product = products[item.product]
            text += number == 0 ? "" : ",\n"
            text += #"{"id":"\#(item.id)","productId":"\#(product.id)","balance":\#(item.balance),"#
            text += #""product":{"id":"\#(product.id)","name":"\#(product.name)"}}"#
        }
        return Data((text + "]").utf8)
    }

    /// Writes an array of `count` flat objects of ten members, 338 bytes each: at scale 1, 234,908 objects in 79.5 MB.
    package static func writeDeliveries(_ count: Int, to file: URL) throws {
        _ = FileManager.default.createFile(atPath: file.path, contents: Data("[".utf8))
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        var generator = SplitMix64(seed: 20)
        var text = ""
        for number in 0..<count {
            text += number == 0 ? "" : ",\n"
            text += delivery(number, &generator)
            if text.utf8.count > 1 << 20 {
                try handle.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try handle.write(contentsOf: Data((text + "]").utf8))
        try handle.close()
    }

    /// One object; its note fills it up.
    private static func delivery(_ number: Int, _ generator: inout SplitMix64) -> String {
        let customer = generator.below(50_000)
        let head = """
            {"id":\(number),"customer":"C\(customer)","street":"\(generator.below(400)) Harbour Road",\
            "city":"City \(generator.below(900))","carrier":"carrier \(generator.below(12))",\
            "weight":\(Double(generator.below(1_000_000)) / 100),"parcels":\(1 + generator.below(9)),\
            "isPaid":\(generator.below(2) == 1),"placedAt":"2026-\(twoDigits(1 + generator.below(12)))-\
            \(twoDigits(1 + generator.below(28)))T\(twoDigits(generator.below(24))):00:00Z","note":"
            """
        let words = ["leave", "at", "the", "door", "ring", "twice", "ask", "for", "a", "receipt", "fragile", "upright"]
        var note = ""
        let room = bytesOfDelivery - head.utf8.count - #""},\#n"#.utf8.count
        while note.utf8.count < room { note += words[generator.below(words.count)] + " " }
        return head + note.prefix(max(room, 0)) + #""}"#
    }

    private static let bytesOfDelivery = 338

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
