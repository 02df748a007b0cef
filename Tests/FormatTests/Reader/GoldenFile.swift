// The golden files: what each is called, how it is made, and where its bytes and its contents stand.

import Foundation

@testable import QuireStorage

/// A file that every version from now on must read in the same way. `Tests/FormatTests/Golden` has its bytes, without
/// the lines of 16 zeros, and what a reader must find in it as JSON.
struct GoldenFile {
    let name: String
    /// What an opening says, of a file that must be refused.
    var refusal: StorageError.Code?
    let make: () throws -> [UInt8]

    init(_ name: String, refusal: StorageError.Code? = nil, make: @escaping () throws -> [UInt8]) {
        self.name = name
        self.refusal = refusal
        self.make = make
    }

    static var all: [GoldenFile] { wholeFiles + crashedFiles }

    // MARK: In the repository

    static let folder = Repository.root.appendingPathComponent("Tests/FormatTests/Golden")

    var packedURL: URL { Self.folder.appendingPathComponent(name + ".packed") }
    var contentsURL: URL { Self.folder.appendingPathComponent(name + ".json") }

    func storedBytes() throws -> [UInt8] {
        guard let bytes = PackedBytes.unpack([UInt8](try Data(contentsOf: packedURL))) else {
            throw StorageError(.damaged, "\(packedURL.path) is no packed file.")
        }
        return bytes
    }

    func storedContents() throws -> String { try String(contentsOf: contentsURL, encoding: .utf8) }

    /// The JSON of a file that is refused.
    static func refusalText(_ code: StorageError.Code) -> String { "{\"refusal\":\"\(code.rawValue)\"}\n" }

    /// Makes both files anew. The contents are what the engine reads; the independent reader proves them in a test.
    func store() throws {
        let bytes = try make()
        try Data(PackedBytes.pack(bytes)).write(to: packedURL)
        let text = try refusal.map(Self.refusalText) ?? EngineDump.text(bytes)
        try text.write(to: contentsURL, atomically: true, encoding: .utf8)
    }
}

/// Bytes without their lines of 16 zeros: the length as u32, then runs of a u32 offset, a u32 length and the bytes.
enum PackedBytes {
    private static let line = 16

    static func pack(_ bytes: [UInt8]) -> [UInt8] {
        var packed = number(bytes.count)
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, hasContent(bytes, end) { end = min(end + line, bytes.count) }
            if end > start { packed += number(start) + number(end - start) + bytes[start..<end] }
            start = end + line
        }
        return packed
    }

    private static func hasContent(_ bytes: [UInt8], _ start: Int) -> Bool {
        bytes[start..<min(start + line, bytes.count)].contains { $0 != 0 }
    }

    /// nil if the bytes were not packed in this way.
    static func unpack(_ packed: [UInt8]) -> [UInt8]? {
        guard packed.count >= 4 else { return nil }
        var bytes = [UInt8](repeating: 0, count: number(packed, 0))
        var place = 4
        while place < packed.count {
            guard place + 8 <= packed.count else { return nil }
            let (start, count) = (number(packed, place), number(packed, place + 4))
            place += 8
            guard count <= packed.count - place, start + count <= bytes.count else { return nil }
            bytes.replaceSubrange(start..<start + count, with: packed[place..<place + count])
            place += count
        }
        return bytes
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}
