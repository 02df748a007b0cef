// The objects that are being encoded at the moment, from the outermost in: an encoder knows nothing of identity, so a
// cycle would run until the stack ends.

/// A chain of what is being encoded, innermost first.
final class EncodingChain: Sendable {
    /// What the chain is made of: the target of a link, or a list.
    enum Step: Hashable, Sendable {
        case instance(ObjectIdentifier)
        case row(context: ObjectIdentifier, binding: ObjectIdentifier, row: UInt64)
        case list(context: ObjectIdentifier, binding: ObjectIdentifier, row: UInt64, column: UInt32)
    }

    /// Deeper nesting is an error too: encoders recurse, and stacks end.
    static let depthLimit = 400

    @TaskLocal static var current: EncodingChain?

    private let step: Step
    private let outer: EncodingChain?
    private let depth: Int

    private init(_ step: Step, _ outer: EncodingChain?) {
        self.step = step
        self.outer = outer
        depth = (outer?.depth ?? 0) + 1
    }

    private func contains(_ wanted: Step) -> Bool {
        var link: EncodingChain? = self
        while let current = link {
            if current.step == wanted { return true }
            link = current.outer
        }
        return false
    }

    /// Runs `body` inside a step; a step that is being taken already throws.
    static func follow(_ step: Step, codingPath: [any CodingKey], _ body: () throws -> Void) throws {
        let outer = current
        if let outer, outer.contains(step) {
            throw error("The objects form a cycle, which has no end when it is encoded", codingPath)
        }
        if let outer, outer.depth >= depthLimit {
            throw error("The objects are nested more than \(depthLimit) levels deep", codingPath)
        }
        try $current.withValue(EncodingChain(step, outer), operation: body)
    }

    private static func error(_ what: String, _ codingPath: [any CodingKey]) -> EncodingError {
        let path = codingPath.map(\.stringValue).joined(separator: ".")
        return .invalidValue(
            path,
            EncodingError.Context(
                codingPath: codingPath,
                debugDescription: "\(what), at \(path): leave one of the properties out of CodingKeys."))
    }
}

extension EncodingChain.Step {
    /// The step that a value is; nil for scalars and nil.
    init?<Value: PersistableValue>(_ value: Value, owner: Object?, column: UInt32) {
        if let list = value as? any ListField {
            if let owner, let binding = owner.binding {
                self = .list(
                    context: ObjectIdentifier(binding.context), binding: ObjectIdentifier(binding),
                    row: owner.row.rawValue, column: column)
            } else {
                self = .instance(list.tracedIdentity)
            }
        } else if let object = unwrapped(value) as? Object {
            if let binding = object.binding {
                self = .row(
                    context: ObjectIdentifier(binding.context), binding: ObjectIdentifier(binding),
                    row: object.row.rawValue)
            } else {
                self = .instance(ObjectIdentifier(object))
            }
        } else {
            return nil
        }
    }
}
