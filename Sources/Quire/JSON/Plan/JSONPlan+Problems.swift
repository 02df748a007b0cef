// What is wrong with the rules of a schema: found when a Realm opens, all of it at once.

import QuireStorage

extension JSONPlan {
    /// What `.invalidSchema` lists, each with class and property; empty if every rule can work.
    static func problems(_ descriptions: [ClassDescription]) -> [SchemaProblem] {
        var classes: [ObjectIdentifier: ClassDescription] = [:]
        for description in descriptions { classes[ObjectIdentifier(description.type)] = description }
        return descriptions.flatMap { description in
            sentences(description, classes).map {
                SchemaProblem(className: description.name, property: $0.property, sentence: $0.text + ".")
            }
        }
    }

    private typealias Sentence = (property: String?, text: String)

    private static func sentences(
        _ description: ClassDescription, _ classes: [ObjectIdentifier: ClassDescription]
    ) -> [Sentence] {
        let mapping = JSONClassMapping.of(description)
        var result: [Sentence] = mapping.keyPathProblems.map { (nil, $0) }
        for property in description.properties {
            let rule = mapping.rule(of: property)
            let place = "\(description.name).\(property.name)"
            let texts = rule.problems.map { "\(place): its JSON rule has \($0)" }
            result += (texts + problems(rule, property, place, classes)).map { (property.name, $0) }
        }
        for connection in mapping.connections {
            result += problems(connection, description, classes).map { (connection.link, $0) }
        }
        return result + looseMatches(description, mapping)
    }

    private static func hasKey(
        _ type: Object.Type?, _ classes: [ObjectIdentifier: ClassDescription]
    ) -> Bool {
        // A class that is not in the schema is another problem, which its own check names.
        guard let type, let target = classes[ObjectIdentifier(type)] else { return true }
        return target.primaryKey != nil
    }

    private static func problems(
        _ rule: AnyJSONRule, _ property: PropertyDescription, _ place: String,
        _ classes: [ObjectIdentifier: ClassDescription]
    ) -> [String] {
        var result: [String] = []
        if property.isPrimaryKey, rule.isIgnoredOnImport {
            result.append("\(place): the primary key must be read from JSON, but its rule leaves it out")
        }
        let isRelation = property.targetType != nil || property.kind == .inverse || property.kind == .singleInverse
        if rule.isReference {
            if property.targetType == nil {
                result.append("\(place): '.ids' makes links, but its elements are no objects")
            } else if !hasKey(property.targetType, classes) {
                result.append(
                    "\(place): a link from a key leads to \(property.targetType.map { "\($0)" } ?? "a class"), "
                        + "which has no primary key")
            }
        }
        switch rule.source {
        case .index where !isInteger(property.columnType) || property.kind != .value:
            result.append("\(place): '.index' is a position, so the property must be an integer")
        case .dictionaryKey where property.kind != .value:
            result.append("\(place): '.dictionaryKey' is a key, so the property must be a value")
        case .automatic, .ignored, .paths, .parent, .root, .index, .dictionaryKey: break
        }
        if rule.transform != nil, isRelation || property.kind == .list {
            result.append("\(place): '.transform' makes single values, not links or collections")
        }
        return result
    }

    private static func isInteger(_ type: ColumnType) -> Bool {
        switch type {
        case .int8, .int16, .int32, .int64: true
        case .bool, .float, .double, .date, .text, .data, .uuid, .link, .list, .reference: false
        }
    }

    private static func problems(
        _ connection: JSONClassMapping.Connection, _ description: ClassDescription,
        _ classes: [ObjectIdentifier: ClassDescription]
    ) -> [String] {
        guard let link = description.properties.first(where: { $0.name == connection.link }),
            let key = description.properties.first(where: { $0.name == connection.key }),
            let type = link.targetType
        else { return ["\(description.name).\(connection.link): 'connect' needs a stored link and a stored key"] }
        let place = "\(description.name).\(link.name)"
        guard let target = classes[ObjectIdentifier(type)] else { return [] }
        guard let targetKey = target.primaryKey else {
            return ["\(place): 'connect' leads to \(target.name), which has no primary key"]
        }
        let found = key.elementType ?? key.columnType
        guard found == targetKey.columnType || isInteger(found) && isInteger(targetKey.columnType) else {
            return [
                "\(place): 'connect' by \(key.name) compares \(JSONPlanProperty.typeName(found)) with the key "
                    + "\(target.name).\(targetKey.name), which is \(JSONPlanProperty.typeName(targetKey.columnType))"
            ]
        }
        return []
    }

    /// Two properties that read their own names and are equal without `_` and case.
    private static func looseMatches(_ description: ClassDescription, _ mapping: JSONClassMapping) -> [Sentence] {
        var names: [[UInt8]: String] = [:]
        var result: [Sentence] = []
        for property in description.properties {
            let rule = mapping.rule(of: property)
            guard case .automatic = rule.source, !rule.isIgnoredOnImport else { continue }
            let name = JSONLooseKeys.normalized(property.name)
            if let other = names[name] {
                let text =
                    "\(description.name): the properties \(other) and \(property.name) differ only in '_' and case, so "
                    + "that JSON keys cannot tell them apart: give one of them a rule"
                result.append((property.name, text))
            } else {
                names[name] = property.name
            }
        }
        return result
    }
}
