// From byte offsets to what a person looks for: line, column and JSON pointer. One pass over the document resolves any
// number of offsets, so that reading itself keeps no names and counts no lines.

struct JSONPlace: Equatable {
    var pointer: String
    var line: Int
    var column: Int
}

struct JSONLocator {
    private enum Step {
        case key(JSONText)
        case index(Int)
    }

    private var reader: JSONReader
    private let bytes: JSONBytes
    private var steps: [Step] = []
    private let targets: [Int]
    private var places: [JSONPlace] = []
    private var line = 1
    private var lineStart = 0
    private var counted = 0

    /// The places of these offsets, which must be in ascending order. An offset inside a value, or behind a syntax
    /// error, gets the pointer of the innermost value that had begun there.
    static func places(of targets: [Int], in bytes: JSONBytes, depthLimit: Int) -> [JSONPlace] {
        var locator = JSONLocator(targets: targets, bytes: bytes, depthLimit: depthLimit)
        locator.walk()
        return locator.places
    }

    private init(targets: [Int], bytes: JSONBytes, depthLimit: Int) {
        self.targets = targets
        self.bytes = bytes
        reader = JSONReader(bytes, depthLimit: depthLimit)
        places.reserveCapacity(targets.count)
    }

    private mutating func walk() {
        try? walkValues()
        // What is left lies at or behind the place where reading stopped.
        resolve(through: bytes.count)
    }

    /// Gives all targets up to an offset the present pointer.
    private mutating func resolve(through offset: Int) {
        while places.count < targets.count, targets[places.count] <= offset {
            let target = min(max(targets[places.count], 0), bytes.count)
            while counted < target {
                if bytes[counted] == 0x0A {
                    line += 1
                    lineStart = counted + 1
                }
                counted += 1
            }
            places.append(JSONPlace(pointer: pointer(), line: line, column: target - lineStart + 1))
        }
    }

    private mutating func walkValues() throws(JSONFault) {
        value: while places.count < targets.count {
            let kind = try reader.peekKind()
            // Targets before this value belong to what encloses it, or to the value before.
            resolve(through: reader.position)
            switch kind {
            case .string: _ = try reader.string()
            case .number: try reader.skipNumber()
            case .bool: _ = try reader.bool()
            case .null: try reader.null()
            case .array:
                guard steps.count < reader.depthLimit else { return }
                reader.open()
                steps.append(.index(0))
                if try reader.nextElement(isFirst: true) { continue value }
                steps.removeLast()
            case .object:
                guard steps.count < reader.depthLimit else { return }
                reader.open()
                if let key = try reader.nextKey(isFirst: true) {
                    steps.append(.key(key))
                    continue value
                }
            }
            resolve(through: reader.position - 1)
            while let step = steps.last {
                switch step {
                case .index(let index):
                    if try reader.nextElement(isFirst: false) {
                        steps[steps.count - 1] = .index(index + 1)
                        continue value
                    }
                case .key:
                    if let key = try reader.nextKey(isFirst: false) {
                        steps[steps.count - 1] = .key(key)
                        continue value
                    }
                }
                steps.removeLast()
            }
            return
        }
    }

    /// RFC 6901, from the document's start.
    private func pointer() -> String {
        var result = ""
        for step in steps {
            switch step {
            case .index(let index): result += "/\(index)"
            case .key(let key): result += "/" + Self.escaped(reader.text(key))
            }
        }
        return result
    }

    /// A key as a step of a pointer: `~` and `/` have escapes.
    static func escaped(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
        var bytes: [UInt8] = []
        for byte in key.utf8 {
            switch byte {
            case UInt8(ascii: "~"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "0")]
            case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
