// The way through the document to the payload: along `root`, over the top objects, and on to the last byte.

import QuireStorage

extension JSONImport {
    /// Reads up to `limit` top objects and decides what is left open; true when the document has been read.
    mutating func step(limit: Int) throws -> Bool {
        defer { abandonRestorePoints() }
        hasPlaceholders = try Placeholders.exist(in: context.session)
        var count = 0
        while count < limit {
            giveBackWhatWasRead()
            switch phase {
            case .start: try start()
            case .array(let isFirst):
                guard try reader.nextElement(isFirst: isFirst) else {
                    phase = .end
                    continue
                }
                phase = .array(isFirst: false)
                try readTop(key: nil, position: topIndex, depth: walk.count + 1)
                count += 1
            case .dictionary(let isFirst):
                guard let key = try reader.nextKey(isFirst: isFirst) else {
                    phase = .end
                    continue
                }
                phase = .dictionary(isFirst: false)
                try readTop(key: key, position: nil, depth: walk.count + 1)
                count += 1
            case .end:
                try finishWalk()
                phase = .done
            case .done:
                try finishPayload()
                try countUnresolved()
                return true
            }
        }
        try finishPayload()
        return false
    }

    private mutating func readTop(key: JSONText?, position: Int?, depth: Int) throws {
        topIndex += 1
        let kind = try reader.peekKind()
        let offset = reader.position
        if kind == .object {
            try importTopObject(at: offset, depth: depth, key: key, position: position)
        } else {
            report(.typeMismatch, .error, at: offset, className: root.name, property: nil, expected: root.name)
            try reader.skipValue(depth: depth)
        }
    }

    // MARK: - Root

    private mutating func start() throws {
        guard try walkToRoot() else {
            phase = .end
            return
        }
        let kind = try reader.peekKind()
        let offset = reader.position
        switch kind {
        case .array:
            guard walk.count < reader.depthLimit else { throw JSONFault(.tooDeep, at: offset) }
            reader.open()
            phase = .array(isFirst: true)
        case .object:
            if root.readsDictionaryKey, try isDictionary(at: offset) {
                reader.open()
                phase = .dictionary(isFirst: true)
            } else {
                phase = .end
                try readTop(key: nil, position: nil, depth: walk.count)
            }
        case .null, .bool, .number, .string:
            report(
                .typeMismatch, .error, at: offset, className: root.name, property: nil,
                expected: "\(root.name) or array of \(root.name)")
            try reader.skipValue(depth: walk.count)
            phase = .end
        }
    }

    /// An object all of whose members are objects under keys that are no properties' keys holds objects of the class.
    private mutating func isDictionary(at offset: Int) throws -> Bool {
        defer { reader.position = offset }
        reader.open()
        var isFirst = true
        while let key = try reader.nextKey(isFirst: isFirst) {
            isFirst = false
            if root.keys.match(key, in: reader, predicted: 0) != nil { return false }
            guard try reader.peekKind() == .object else { return false }
            try reader.skipValue(depth: walk.count + 1)
        }
        return !isFirst
    }

    /// Goes down to the value at `root`; false, with an issue, if nothing stands there.
    private mutating func walkToRoot() throws -> Bool {
        for component in rootPath {
            let kind = try reader.peekKind()
            let offset = reader.position
            guard walk.count < reader.depthLimit else { throw JSONFault(.tooDeep, at: offset) }
            switch kind {
            case .object:
                reader.open()
                walk.append(JSONWalkStep(offset: offset, isObject: true, component: component))
                guard try readMembers(to: component, isFirst: true) else {
                    walk.removeLast()
                    reportNoRoot(component, at: offset)
                    return false
                }
            case .array:
                guard let index = Int(component), index >= 0 else { return try missRoot(component, at: offset) }
                reader.open()
                walk.append(JSONWalkStep(offset: offset, isObject: false, component: component))
                guard try skipElements(index) else {
                    walk.removeLast()
                    reportNoRoot(component, at: offset)
                    return false
                }
            case .null, .bool, .number, .string:
                return try missRoot(component, at: offset)
            }
        }
        return true
    }

    private mutating func missRoot(_ component: String, at offset: Int) throws -> Bool {
        reportNoRoot(component, at: offset)
        try reader.skipValue(depth: walk.count)
        return false
    }

    private mutating func reportNoRoot(_ component: String, at offset: Int) {
        report(
            .rootNotFound, .error, at: offset, missingKey: JSONLocator.escaped(component), className: root.name,
            property: nil, expected: "the root " + rootPath.joined(separator: "."))
    }

    /// Keeps the members of an object up to a key; true with the cursor at that key's value, false behind the object.
    private mutating func readMembers(to component: String?, isFirst: Bool) throws -> Bool {
        var isFirst = isFirst
        while let key = try reader.nextKey(isFirst: isFirst) {
            isFirst = false
            if let component, isEqual(key, component) { return true }
            let name = reader.text(key)
            if envelope[name] == nil, component != nil || name != walk.last?.component {
                envelope[name] = try reader.value(depth: walk.count)
            } else {
                try reader.skipValue(depth: walk.count)
            }
        }
        return false
    }

    private mutating func skipElements(_ count: Int) throws -> Bool {
        var index = 0
        while try reader.nextElement(isFirst: index == 0) {
            if index == count { return true }
            try reader.skipValue(depth: walk.count)
            index += 1
        }
        return false
    }

    /// Reads what stands behind the root, up to the document's end.
    private mutating func finishWalk() throws {
        while let step = walk.last {
            if step.isObject {
                _ = try readMembers(to: nil, isFirst: false)
            } else {
                while try reader.nextElement(isFirst: false) { try reader.skipValue(depth: walk.count) }
            }
            walk.removeLast()
        }
        try reader.finish()
    }
}
