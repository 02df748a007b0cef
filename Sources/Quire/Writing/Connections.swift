// Where `map.connect` takes effect for add and create: after an object's values were written.

import QuireStorage

extension ObjectWriter {
    /// Makes the links of an object that its class derives from keys.
    func applyConnections(_ entry: Entry) {
        let connections = entry.binding.connections
        guard !connections.isEmpty else { return }
        knownPlaceholders = nil
        for connection in connections { dropStaleLink(connection.link, key: connection.key, entry) }
        context.change(()) { () throws(StorageError) in try JSONConnections.apply(entry.binding, entry.row) }
    }

    /// A value that brings another key and says nothing of the link leaves the link to the key.
    private func dropStaleLink(_ link: String, key: String, _ entry: Entry) {
        if entry.isNew { return }
        guard case .dictionary(let given) = entry.source, given[key] != nil, given[link] == nil,
            let property = entry.binding.property(named: link)
        else { return }
        if property.description.kind == .list {
            context.change((), at: property) { () throws(StorageError) in
                try property.table.listRemoveAll(entry.row, property.column)
            }
        } else {
            clearLink(property, entry)
        }
    }
}
