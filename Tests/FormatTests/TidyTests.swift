// Rules of the source text, so that nobody has to remember them.

import XCTest

final class TidyTests: XCTestCase {
    private static let longestFile = 600
    private static let longestLine = 120
    private static let fullestFolder = 15

    /// Lines in Sources that are longer than allowed today. The number may only fall.
    private static let longLinesLeft = 85

    private func sources(_ suffix: String = ".swift") throws -> [String] {
        try Repository.files(below: "Sources", endingIn: suffix)
    }

    /// The line without what follows `//` and without the content of string literals on it.
    private func code(_ line: Substring) -> String {
        var result = ""
        var isInText = false
        var isEscaped = false
        for character in line {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isInText = false
                }
                continue
            }
            if character == "\"" { isInText = true }
            result.append(character)
            if result.hasSuffix("//") { return String(result.dropLast(2)) }
        }
        return result
    }

    func testFiles_haveABoundedLengthAndSayWhatTheyAreFor() throws {
        let files = try sources() + Repository.files(below: "Tests", endingIn: ".swift")
        XCTAssertGreaterThan(files.count, 100)
        for file in files {
            let lines = try Repository.lines(file)
            XCTAssertLessThanOrEqual(lines.count, Self.longestFile, file)
            if file.hasPrefix("Sources") {
                let isOpened = lines.first?.hasPrefix("//") ?? false
                XCTAssertTrue(isOpened, "\(file) does not begin with a comment on its job")
            }
        }
    }

    func testLines_inSources_areShort() throws {
        var long: [String] = []
        for file in try sources() {
            for (index, line) in try Repository.lines(file).enumerated() where line.count > Self.longestLine {
                long.append("\(file):\(index + 1) (\(line.count))")
            }
        }
        XCTAssertLessThanOrEqual(long.count, Self.longLinesLeft, long.suffix(10).joined(separator: "\n"))
    }

    func testSources_leaveNothingUndone() throws {
        for file in try sources() {
            for (index, line) in try Repository.lines(file).enumerated() {
                let place = "\(file):\(index + 1)"
                for word in ["TO" + "DO", "FIX" + "ME"] {
                    XCTAssertFalse(line.contains(word), "\(place) has a \(word)")
                }
                let code = code(line)
                XCTAssertFalse(code.contains("try!"), "\(place) tries without a way out")
                XCTAssertFalse(code.contains("as!"), "\(place) casts without a way out")
                XCTAssertNil(forcedUnwrap(code), "\(place) unwraps by force")
            }
        }
    }

    /// A `!` after an expression. Types spelled `T!` count too: they unwrap by force wherever they are used.
    private func forcedUnwrap(_ code: String) -> Range<String.Index>? {
        code.range(of: "[A-Za-z0-9_)\\]}?]!(?![=])", options: .regularExpression)
    }

    func testForcedUnwrap_isFoundInCodeAndNotInTextOrComments() {
        XCTAssertNotNil(forcedUnwrap(code("let x = y!")))
        XCTAssertNotNil(forcedUnwrap(code("f(a[0]!, b)")))
        XCTAssertNil(forcedUnwrap(code("if !a, b != c { print(\"no!\") } // oh!")))
    }

    func testEngine_importsNeitherFoundationNorACLibrary() throws {
        let clibraries: Set<String> = ["Glibc", "Musl", "Darwin", "Bionic", "Android", "WASILibc", "ucrt"]
        for file in try Repository.files(below: "Sources/QuireStorage", endingIn: ".swift") {
            for line in try Repository.lines(file) {
                let words = code(line).split(separator: " ")
                guard let position = words.firstIndex(of: "import"), position + 1 < words.count else { continue }
                let module = words[position + 1].split(separator: ".")[0]
                XCTAssertFalse(module.hasPrefix("Foundation"), "\(file) imports \(module)")
                if !file.hasPrefix("Sources/QuireStorage/System/") {
                    XCTAssertFalse(clibraries.contains(String(module)), "\(file) imports \(module)")
                }
            }
        }
    }

    /// States are ordered by their numbers, and patience is measured by a clock that nobody sets: a clock that jumps changes
    /// nothing.
    func testEngine_neverAsksForTheTimeOfDay() throws {
        let clocks = "clock_gettime|gettimeofday|\\btime\\(|\\bDate\\b|SuspendingClock|\\bst_[acm]tim|ContinuousClock"
        var places: Set<String> = []
        for file in try Repository.files(below: "Sources/QuireStorage", endingIn: ".swift") {
            for line in try Repository.lines(file)
            where code(line).range(of: clocks, options: .regularExpression) != nil {
                places.insert(file)
                XCTAssertTrue(line.contains("ContinuousClock"), "\(file): \(line)")
            }
        }
        XCTAssertEqual(places, ["Sources/QuireStorage/System/PosixFile+Locks.swift"])
    }

    func testFolders_holdFewFiles() throws {
        var counts: [String: Int] = [:]
        for file in try sources() {
            counts[file.split(separator: "/").dropLast().joined(separator: "/"), default: 0] += 1
        }
        for (folder, count) in counts.sorted(by: { $0.key < $1.key }) where count > Self.fullestFolder {
            XCTFail("\(folder) holds \(count) files: divide it")
        }
    }

    func testMarkdown_linksResolve() throws {
        var count = 0
        for file in try Repository.files(endingIn: ".md") {
            let text = try Repository.text(file)
            for link in links(text) where !link.contains("://") && !link.hasPrefix("mailto:") {
                count += 1
                let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                var target = file
                if let path = parts.first, !path.isEmpty {
                    let folder = Repository.root.appendingPathComponent(file).deletingLastPathComponent()
                    let url = folder.appendingPathComponent(String(path)).standardizedFileURL
                    XCTAssertTrue(FileManager.default.fileExists(atPath: url.path), "\(file) links to \(link)")
                    guard url.path.hasPrefix(Repository.root.path), url.pathExtension == "md" else { continue }
                    target = String(url.path.dropFirst(Repository.root.path.count + 1))
                }
                if parts.count == 2 {
                    let anchors = try anchors(target)
                    XCTAssertTrue(anchors.contains(String(parts[1])), "\(file) links to \(link): no such heading")
                }
            }
        }
        XCTAssertGreaterThan(count, 0, "the documents link to each other")
    }

    /// Targets of `[text](target)` outside of code.
    private func links(_ text: String) -> [String] {
        var found: [String] = []
        var isInFence = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") { isInFence.toggle() }
            guard !isInFence else { continue }
            let prose = line.replacingOccurrences(of: "`[^`]*`", with: "", options: .regularExpression)
            var rest = prose[...]
            while let start = rest.range(of: "]("), let end = rest[start.upperBound...].firstIndex(of: ")") {
                found.append(String(rest[start.upperBound..<end]))
                rest = rest[end...]
            }
        }
        return found
    }

    /// The anchors of a document's headings, spelled as GitHub does.
    private func anchors(_ path: String) throws -> Set<String> {
        var anchors: Set<String> = []
        for line in try Repository.lines(path) where line.hasPrefix("#") {
            let title = line.drop { $0 == "#" || $0 == " " }.lowercased()
            let kept = title.unicodeScalars.filter {
                CharacterSet.alphanumerics.contains($0) || $0 == " " || $0 == "-" || $0 == "_"
            }
            anchors.insert(String(String.UnicodeScalarView(kept)).replacingOccurrences(of: " ", with: "-"))
        }
        return anchors
    }
}
