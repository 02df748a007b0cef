// What is wrong between classes: names, links and inverses. What one class shows by itself is in its description.

import QuireStorage

/// Checks a list of classes as a whole.
struct SchemaValidator {
    private let classes: [ClassDescription]
    private let byType: [ObjectIdentifier: ClassDescription]

    init(_ classes: [ClassDescription]) {
        self.classes = classes
        byType = Dictionary(classes.map { (ObjectIdentifier($0.type), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Everything, class by class.
    func problems() -> [SchemaProblem] {
        var problems = classes.flatMap(\.problems)
        problems += sharedNames()
        for description in classes {
            for property in description.properties {
                if let problem = linkProblem(description, property) ?? inverseProblem(description, property) {
                    problems.append(problem)
                }
            }
        }
        return problems + JSONPlan.problems(classes)
    }

    private func sharedNames() -> [SchemaProblem] {
        Dictionary(grouping: classes, by: \.name).filter { $0.value.count > 1 }
            .sorted { $0.key < $1.key }
            .map { name, classes in
                let names = classes.map { _typeName($0.type, qualified: true) }.sorted().joined(separator: " and ")
                return SchemaProblem(
                    className: name, property: nil,
                    sentence: "\(names) have the same name \(name): a file knows classes by that name alone, so rename "
                        + "one, or leave it out of objectTypes.")
            }
    }

    private func linkProblem(_ description: ClassDescription, _ property: PropertyDescription) -> SchemaProblem? {
        guard property.kind == .link || property.kind == .list, let target = property.targetType else { return nil }
        guard byType[ObjectIdentifier(target)] == nil else { return nil }
        return SchemaProblem(
            className: description.name, property: property.name,
            sentence: "\(description.name).\(property.name) links to the class \(target), which is missing from "
                + "objectTypes.")
    }

    private func inverseProblem(_ description: ClassDescription, _ property: PropertyDescription) -> SchemaProblem? {
        guard let origin = property.origin else { return nil }
        let here = "\(description.name).\(property.name)"
        let there = "\(origin.type).\(origin.property)"
        func problem(_ what: String) -> SchemaProblem {
            SchemaProblem(
                className: description.name, property: property.name,
                sentence: "\(here) is declared as the inverse of \(there), \(what).")
        }
        guard let originClass = byType[ObjectIdentifier(origin.type)] else {
            return problem("but the class \(origin.type) is missing from objectTypes")
        }
        guard let originProperty = originClass.property(named: origin.property) else {
            return problem("which does not exist")
        }
        guard originProperty.kind == .link || originProperty.kind == .list, let target = originProperty.targetType
        else {
            return problem("which is not a link")
        }
        guard target == description.type else {
            return problem("which links to the class \(target) instead")
        }
        return nil
    }
}
