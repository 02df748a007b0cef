// How a list in one order becomes a list in another one, by steps that the engine has.

/// The swaps after which place i holds what was at `order[i]`; at most one for each place.
func swapsMaking(_ order: [Int]) -> [(Int, Int)] {
    var swaps: [(Int, Int)] = []
    var isDone = [Bool](repeating: false, count: order.count)
    for start in order.indices where !isDone[start] {
        var place = start
        isDone[place] = true
        while order[place] != start {
            swaps.append((place, order[place]))
            place = order[place]
            isDone[place] = true
        }
    }
    return swaps
}

/// The moves, each as in `List.move`, after which place i holds what was at `order[i]`. O(n log n).
func movesMaking(_ order: [Int]) -> [(from: Int, to: Int)] {
    // A Fenwick tree of what has been moved to the front: an element that was at p is now behind all of those, at p
    // plus the number of them that came from behind it.
    var tree = [Int](repeating: 0, count: order.count + 1)
    var moves: [(from: Int, to: Int)] = []
    for (place, source) in order.enumerated() {
        var movedBefore = 0
        var node = source
        while node > 0 {
            movedBefore += tree[node]
            node &= node - 1
        }
        let now = source + place - movedBefore
        if now != place { moves.append((now, place)) }
        node = source + 1
        while node < tree.count {
            tree[node] += 1
            node += node & -node
        }
    }
    return moves
}
