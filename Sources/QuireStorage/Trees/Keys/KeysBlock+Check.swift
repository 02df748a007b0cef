// What contradicts itself among the keys of a node. Reads nothing outside of the node, whatever its bytes are.

extension KeysBlock {
    /// The problem, or nil. `arraysEnd` says where the node's arrays end, from heads and capacity; it is asked only
    /// after both were found to be bounded.
    static func problem(
        _ node: Node, count: Int, byteCount: Int, arraysEnd: (KeysBlock) -> Int
    ) -> String? {
        guard node.log2Pages == 0 else { return "a node of keys of more than one page" }
        guard byteCount >= 512, byteCount <= 65536 else { return "a node of keys of \(byteCount) bytes" }
        let block = KeysBlock(node, count: count, byteCount: byteCount)
        guard block.prefixLength <= maximumKeyLength(byteCount) else {
            return "a prefix of \(block.prefixLength) bytes"
        }
        guard block.capacity <= byteCount / 12, count >= 0, count <= block.capacity else {
            return "\(count) keys in room for \(block.capacity)"
        }
        guard block.sampleStride * sampleCount >= count || byteCount < sampledByteCount else {
            return "\(count) keys where fewer fit"
        }
        guard arraysEnd(block) + block.heapByteCount <= byteCount else { return "arrays that run into the heap" }
        return block.isFixed ? block.fixedProblem() : block.slotsProblem() ?? block.orderProblem()
    }

    private func fixedProblem() -> String? {
        let suffixLength = keyLength - prefixLength
        let limit = Self.maximumKeyLength(byteCount)
        guard suffixLength >= 0, suffixLength <= 8, keyLength <= limit, heapByteCount == 0 else {
            return "keys of \(keyLength) bytes after a prefix of \(prefixLength)"
        }
        for index in 0..<count {
            guard isPadded(head(index), suffixLength) else { return "a key that is longer than its length" }
            guard index == 0 || head(index - 1) < head(index) else { return "keys out of order" }
        }
        return samplesProblem()
    }

    private func isPadded(_ head: UInt64, _ length: Int) -> Bool { length >= 8 || head << UInt64(8 * length) == 0 }

    private func slotsProblem() -> String? {
        guard keyLength == 0 else { return "a key length where keys differ in length" }
        let heapStart = byteCount - heapByteCount
        var tails = 0
        for index in 0..<count {
            let length = suffixLength(index)
            let offset = slotOffset(index)
            guard prefixLength + length <= Self.maximumKeyLength(byteCount) else { return "a key of \(length) bytes" }
            guard isPadded(head(index), length) else { return "a key that is longer than its length" }
            if length > 8 {
                guard offset >= heapStart, offset + length - 8 <= byteCount else { return "a key outside of the heap" }
                tails += length - 8
            } else if offset != 0 {
                return "a place in the heap for a key that has none"
            }
        }
        return tails <= heapByteCount ? nil : "keys that overlap in the heap"
    }

    private func orderProblem() -> String? {
        for index in 0..<max(0, count - 1) {
            let next = index + 1
            if head(index) != head(next) {
                guard head(index) < head(next) else { return "keys out of order" }
                continue
            }
            let length = suffixLength(index)
            let nextLength = suffixLength(next)
            let isAscending =
                length > 8 && nextLength > 8 ? tail(index).compare(tail(next)) < 0 : length < nextLength
            guard isAscending else { return "keys out of order" }
        }
        return samplesProblem()
    }

    private func samplesProblem() -> String? {
        guard byteCount >= Self.sampledByteCount else { return nil }
        for sample in 0..<Self.sampleCount {
            let position = (sample + 1) * sampleStride - 1
            let expected = position < count ? head(position) : UInt64.max
            guard node.u64(Field.samples + 8 * sample) == expected else { return "a sample that is not its key's head" }
        }
        return nil
    }
}
