// An ordered list as an expert would build it over a store that has none: chunks of some hundred elements, and the
// positions at which they begin in memory.

/// Where chunks are kept.
package protocol ChunkStore {
    /// The bytes of a chunk. They stay until the next call.
    func chunk(_ id: Int) throws -> UnsafeRawBufferPointer
    /// Stores a chunk, new or not.
    func put(_ id: Int, _ bytes: UnsafeRawBufferPointer) throws
}

/// A list of elements of the same size.
package final class ChunkedList<Store: ChunkStore> {
    /// Where the chunks are.
    package let store: Store
    private let size: Int
    private let elementsPerChunk = 256
    /// The chunks in order, and the position of the first element of each.
    private var ids: [Int] = []
    private var starts: [Int] = []
    private var tail: [UInt8] = []
    private var nextId = 1
    /// Elements in the list.
    package private(set) var count = 0

    /// An empty list.
    package init(_ store: Store, bytesPerElement: Int) {
        self.store = store
        size = bytesPerElement
    }

    /// Puts elements behind the others.
    package func append(_ elements: PackedTexts) throws {
        for index in 0..<elements.count { try unsafe append(elements[index]) }
        try finish()
    }

    /// Puts the first of the elements before these positions, one after the other.
    package func insert(_ elements: PackedTexts, at places: [Int]) throws {
        for (index, place) in places.enumerated() { try unsafe insert(elements[index], at: place) }
        try finish()
    }

    /// Puts an element behind the others. `finish` must follow before anything is read.
    private func append(_ element: UnsafeRawBufferPointer) throws {
        if tail.isEmpty { newChunk(at: ids.count, start: count) }
        unsafe tail.append(contentsOf: element)
        count += 1
        if tail.count == elementsPerChunk * size { try storeTail() }
    }

    /// Stores what is open, and the directory as chunk 0.
    private func finish() throws {
        if !tail.isEmpty { try storeTail() }
        try unsafe (ids + starts).withUnsafeBytes { try unsafe store.put(0, $0) }
    }

    /// Reads an element where it stands.
    package func withElement<R>(at position: Int, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
        let place = chunk(of: position)
        let bytes = try unsafe store.chunk(ids[place])
        let offset = (position - starts[place]) * size
        return try unsafe body(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + size]))
    }

    /// Puts an element before the one at a position.
    private func insert(_ element: UnsafeRawBufferPointer, at position: Int) throws {
        let place = chunk(of: position)
        var bytes = try unsafe Array(store.chunk(ids[place]))
        unsafe bytes.insert(contentsOf: element, at: (position - starts[place]) * size)
        count += 1
        for later in (place + 1)..<max(starts.count, place + 1) { starts[later] += 1 }
        if bytes.count <= elementsPerChunk * size { return try put(ids[place], bytes[...]) }
        let half = bytes.count / size / 2
        try put(ids[place], bytes[..<(half * size)])
        newChunk(at: place + 1, start: starts[place] + half)
        try put(ids[place + 1], bytes[(half * size)...])
    }

    private func newChunk(at place: Int, start: Int) {
        ids.insert(nextId, at: place)
        starts.insert(start, at: place)
        nextId += 1
    }

    private func storeTail() throws {
        try put(ids[ids.count - 1], tail[...])
        tail.removeAll(keepingCapacity: true)
    }

    private func put(_ id: Int, _ bytes: ArraySlice<UInt8>) throws {
        try unsafe bytes.withUnsafeBytes { try unsafe store.put(id, $0) }
    }

    /// The last chunk that begins at the position or before it.
    private func chunk(of position: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle } else { high = middle }
        }
        return low
    }
}
