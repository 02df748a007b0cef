// A piece of the document as a `JSONValue`: for the envelope and for transforms.

extension JSONReader {
    /// A `JSONValue` is taken apart recursively when it goes, so its depth is bounded whatever the limit is.
    static var keptDepthLimit: Int { 512 }

    /// What has been read of a value. Members lie behind one another until their container ends, so that none is
    /// moved more than once for each container around it.
    private struct Builder {
        private struct Container {
            let isArray: Bool
            let firstValue: Int
            let firstKey: Int
        }

        private var containers: [Container] = []
        private var values: [JSONValue] = []
        private var keys: [String] = []

        var depth: Int { containers.count }
        /// nil outside of all containers.
        var isInArray: Bool? { containers.last?.isArray }
        var result: JSONValue? { values.last }

        mutating func append(_ value: JSONValue) { values.append(value) }
        mutating func append(key: String) { keys.append(key) }

        mutating func open(isArray: Bool) {
            containers.append(Container(isArray: isArray, firstValue: values.count, firstKey: keys.count))
        }

        /// The container that was opened last becomes a value. Of equal keys the first wins.
        mutating func close() {
            guard let container = containers.popLast() else { return }
            let members = values[container.firstValue...]
            let value: JSONValue
            if container.isArray {
                value = .array(Array(members))
            } else {
                let pairs = zip(keys[container.firstKey...], members)
                value = .object(Dictionary(pairs) { first, _ in first })
                keys.removeSubrange(container.firstKey...)
            }
            values.removeSubrange(container.firstValue...)
            values.append(value)
        }
    }

    /// Reads the value at the cursor, which stands inside of `depth` containers. Iterative and linear.
    mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        var builder = Builder()
        while true {
            let kind = try peekKind()
            switch kind {
            case .null:
                try null()
                builder.append(.null)
            case .bool: builder.append(.bool(try bool()))
            case .number: builder.append(try numberValue())
            case .string: builder.append(.string(text(try string())))
            case .array, .object:
                try checkDepth(depth + builder.depth)
                open()
                builder.open(isArray: kind == .array)
                if try next(&builder, isFirst: true) { continue }
                builder.close()
            }
            while builder.isInArray != nil {
                if try next(&builder, isFirst: false) { break }
                builder.close()
            }
            if builder.isInArray == nil, let result = builder.result { return result }
        }
    }

    private func checkDepth(_ depth: Int) throws(JSONFault) {
        guard depth < depthLimit else { throw JSONFault(.tooDeep, at: position) }
        guard depth < Self.keptDepthLimit else { throw JSONFault(.tooDeepToKeep, at: position) }
    }

    /// Moves to the next member of the innermost container; false behind its end.
    private mutating func next(_ builder: inout Builder, isFirst: Bool) throws(JSONFault) -> Bool {
        if builder.isInArray == true { return try nextElement(isFirst: isFirst) }
        guard let key = try nextKey(isFirst: isFirst) else { return false }
        builder.append(key: text(key))
        return true
    }

    /// Whole numbers written as such stay whole.
    private mutating func numberValue() throws(JSONFault) -> JSONValue {
        let number = try number()
        if number.isPlainInteger, case .value(let whole) = integer(number) { return .int(whole) }
        guard case .value(let value) = double(number) else { throw JSONFault(.numberOutOfRange, at: number.offset) }
        return .double(value)
    }
}
