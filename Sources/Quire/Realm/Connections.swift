// Where `map.connect` takes effect: after add and create have written an object's values, and after an import.

import QuireStorage

extension ObjectWriter {
    /// Makes the links of an object that its class derives from keys.
    func applyConnections(_ row: RowID, _ binding: ClassBinding) {
        for connection in binding.description.connections { connection.apply(to: row, of: binding, in: context) }
    }
}

/// A link that a class derives from a key of its own.
protocol Connection: Sendable {
    /// Links the row by its key, unless it has a link already. Errors go to the context.
    func apply(to row: RowID, of binding: ClassBinding, in context: RealmContext)
}

/// The connections that a class declares in `jsonMapping`.
func declaredConnections(of type: Object.Type, _ properties: [PropertyDescription]) -> [any Connection] { [] }
