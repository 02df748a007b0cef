// Where a property's value stands in the document.

import QuireStorage

/// A place of a value.
enum JSONLocation {
    case nowhere
    case at(Int)
    /// Not written in the document as a value of its own.
    case made(Value)
}

extension JSONImport {
    mutating func locate(_ property: JSONPlanProperty, _ top: Int) -> JSONLocation {
        let base = frames[top].memberBase
        if property.directSlot >= 0 {
            let member = members[base + property.directSlot]
            return member < 0 ? .nowhere : .at(member &>> 1)
        }
        for source in property.sources {
            let member = members[base + source.slot]
            guard member >= 0, !source.isExact || member & 1 == 0 else { continue }
            if source.steps.isEmpty { return .at(member &>> 1) }
            if let offset = descend(member &>> 1, source.steps[...], depth: 0) { return .at(offset) }
        }
        switch property.outside {
        case .none: return .nowhere
        case .index: return frames[top].position.map { .made(.int(Int64($0))) } ?? .nowhere
        case .dictionaryKey:
            guard let key = frames[top].key else { return .nowhere }
            return .made(.text(reader.text(key)))
        case .parent(let path):
            // Around a top object there may be one that was passed on the way to the root.
            guard let object = top > 0 ? frames[top - 1].offset : walk.last(where: \.isObject)?.offset else {
                return .nowhere
            }
            return outsideValue(property, path, object: object)
        case .root(let path):
            return outsideValue(property, path, object: -1)
        }
    }

    /// A value below the enclosing or the outermost object.
    private mutating func outsideValue(
        _ property: JSONPlanProperty, _ path: JSONPath, object: Int
    ) -> JSONLocation {
        let key = ObjectIdentifier(property)
        if let known = outsideValues[object]?[key] { return known < 0 ? .nowhere : .at(known) }
        let position = reader.position
        defer { reader.position = position }
        var start = object
        if object < 0 {
            reader.position = documentStart
            reader.skipSpace()
            start = reader.position
        }
        let found = descend(start, path.components[...], depth: 0)
        outsideValues[object, default: [:]][key] = found ?? -1
        return found.map { .at($0) } ?? .nowhere
    }

    /// The value at some steps below another; a fault on the way is left for the pass that reads the document in order.
    mutating func descend(_ offset: Int, _ steps: ArraySlice<String>, depth: Int) -> Int? {
        var offset = offset
        var depth = depth
        for step in steps {
            guard let next = try? member(step, of: offset, depth: depth + 1) else { return nil }
            offset = next
            depth += 1
        }
        return offset
    }

    private mutating func member(_ step: String, of offset: Int, depth: Int) throws(JSONFault) -> Int? {
        guard offset < reader.bytes.count else { return nil }
        reader.position = offset
        switch try reader.peekKind() {
        case .object:
            reader.open()
            var isFirst = true
            while let key = try reader.nextKey(isFirst: isFirst) {
                isFirst = false
                if isEqual(key, step) { return reader.position }
                try reader.skipValue(depth: depth)
            }
            return nil
        case .array:
            guard let wanted = Int(step), wanted >= 0 else { return nil }
            reader.open()
            var index = 0
            while try reader.nextElement(isFirst: index == 0) {
                if index == wanted { return reader.position }
                try reader.skipValue(depth: depth)
                index += 1
            }
            return nil
        case .null, .bool, .number, .string:
            return nil
        }
    }

    /// Compares bytes.
    func isEqual(_ key: JSONText, _ name: String) -> Bool {
        if key.hasEscapes { return reader.unescaped(key).elementsEqual(name.utf8) }
        guard key.byteCount == name.utf8.count else { return false }
        var i = key.offset
        for byte in name.utf8 {
            if reader.bytes[i] != byte { return false }
            i += 1
        }
        return true
    }
}
