// A piece of the document as a `JSONValue`: for the envelope and for transforms.

extension JSONReader {
    /// A container whose members are still being read.
    private enum Partial {
        case array([JSONValue])
        case object([String: JSONValue], key: String)
    }

    /// Reads the value at the cursor, which stands inside of `depth` containers. Iterative. In an object the first of
    /// equal keys wins.
    mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        // A `JSONValue` is taken apart recursively when it goes, so its own depth stays bounded whatever the limit is.
        let limit = min(depthLimit, 512)
        var stack: [Partial] = []
        next: while true {
            var finished: JSONValue
            let kind = try peekKind()
            switch kind {
            case .null:
                try null()
                finished = .null
            case .bool: finished = .bool(try bool())
            case .number: finished = try numberValue()
            case .string: finished = .string(text(try string()))
            case .array, .object:
                guard depth + stack.count < limit else { throw JSONFault(.tooDeep, at: position) }
                open()
                if kind == .array {
                    if try nextElement(isFirst: true) {
                        stack.append(.array([]))
                        continue next
                    }
                    finished = .array([])
                } else {
                    if let key = try nextKey(isFirst: true) {
                        stack.append(.object([:], key: text(key)))
                        continue next
                    }
                    finished = .object([:])
                }
            }
            while let partial = stack.popLast() {
                switch partial {
                case .array(var elements):
                    elements.append(finished)
                    if try nextElement(isFirst: false) {
                        stack.append(.array(elements))
                        continue next
                    }
                    finished = .array(elements)
                case .object(var members, let key):
                    if members[key] == nil { members[key] = finished }
                    if let key = try nextKey(isFirst: false) {
                        stack.append(.object(members, key: text(key)))
                        continue next
                    }
                    finished = .object(members)
                }
            }
            return finished
        }
    }

    /// Whole numbers written as such stay whole.
    private mutating func numberValue() throws(JSONFault) -> JSONValue {
        let number = try number()
        if number.isPlainInteger, case .value(let whole) = integer(number) { return .int(whole) }
        guard case .value(let value) = double(number) else { throw JSONFault(.numberOutOfRange, at: number.offset) }
        return .double(value)
    }
}
