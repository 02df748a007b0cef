// Passing over a value without looking at it, but checking all of it.

extension JSONReader {
    /// Containers of at least this many bytes are remembered when they are passed over.
    static var rememberedByteCount: Int { 16 * 1024 }

    /// Passes over the value at the cursor, which stands inside of `depth` containers. Iterative: nesting costs eight
    /// bytes a level, and more levels than the limit are a fault.
    mutating func skipValue(depth: Int) throws(JSONFault) {
        let base = openContainers.count
        defer { openContainers.removeLast(openContainers.count - base) }
        value: while true {
            switch try peekKind() {
            case .string: _ = try string()
            case .number: try skipNumber()
            case .bool: _ = try bool()
            case .null: try null()
            case .object:
                if try enter(depth: depth + openContainers.count - base), try firstKey() { continue value }
            case .array:
                if try enter(depth: depth + openContainers.count - base), try firstElement() { continue value }
            }
            while let start = openContainers.last, openContainers.count > base {
                if bytes[start] == UInt8(ascii: "{") {
                    if try nextKey(isFirst: false) != nil { continue value }
                } else {
                    if try nextElement(isFirst: false) { continue value }
                }
                leave(start)
            }
            return
        }
    }

    /// Opens the container at the cursor; false if its end is known and the cursor stands there now.
    private mutating func enter(depth: Int) throws(JSONFault) -> Bool {
        guard depth < depthLimit else { throw JSONFault(.tooDeep, at: position) }
        if !containerEnds.isEmpty, let end = containerEnds[position] {
            position = end
            return false
        }
        openContainers.append(position)
        open()
        return true
    }

    private mutating func leave(_ start: Int) {
        openContainers.removeLast()
        if position - start >= Self.rememberedByteCount { containerEnds[start] = position }
    }

    /// False if the object just opened is empty; it is closed then.
    private mutating func firstKey() throws(JSONFault) -> Bool {
        if try nextKey(isFirst: true) != nil { return true }
        openContainers.removeLast()
        return false
    }

    private mutating func firstElement() throws(JSONFault) -> Bool {
        if try nextElement(isFirst: true) { return true }
        openContainers.removeLast()
        return false
    }
}
