// Finding room for a transaction's nodes.

/// The pages that a transaction may use: free in the newest state, in the one before it and in every state that
/// somebody has pinned.
package struct FreeSpace {
    private let bitmaps: [FreeBitmap]
    /// Pages of the file that the newest state or the running transaction covers; growth begins here.
    private let pageCount: Int
    private let windowPages: Int
    /// Ends of pages that may be used by growing.
    private let growthLimit: Int

    /// `bitmaps` begins with the one of the newest state, less what the transaction has taken already.
    package init(_ bitmaps: [FreeBitmap], windowPages: Int, growthLimit: Int) {
        self.bitmaps = bitmaps
        pageCount = bitmaps[0].pageCount
        self.windowPages = windowPages
        let isLimited = !Flaws.everywhere.contains(.pageLimitIgnored)
        self.growthLimit = isLimited ? min(growthLimit, Int(PageNumber.limit) - 1) : growthLimit
    }

    /// Where nodes go: the first page of each, and how many pages the state covers afterwards.
    package struct Placement {
        package var pages: [Int]
        package var pageCount: Int

        /// The pages of all nodes, neighbours together.
        func runs(_ request: Request) -> [PageRun] {
            var runs: [PageRun] = []
            for (page, size) in zip(pages, request.sizes) {
                if let last = runs.last, Int(last.end) == page {
                    runs[runs.count - 1] = PageRun(first: last.first, count: last.count + size)
                } else {
                    runs.append(PageRun(first: PageNumber(UInt32(page)), count: size))
                }
            }
            return runs
        }
    }

    /// Nodes in sequence. `heads` says how many pages of each must lie in one window: all, but for long values.
    package struct Request {
        var sizes: [Int]
        var heads: [Int]?
        var total: Int

        package init(sizes: [Int], heads: [Int]? = nil) {
            self.sizes = sizes
            self.heads = heads
            total = sizes.reduce(0, +)
        }

        /// Nodes of the given sizes, then some of one page.
        init(sizes: [Int], singlePages: Int) {
            self.init(sizes: sizes)
            for _ in 0..<singlePages { self.sizes.append(1) }
            total += singlePages
        }
    }

    // MARK: Placing

    /// One free run if there is one, searched from `cursor` on; else a few runs if enough is free; else the end of the
    /// file. nil if the file may not grow that far and what is free in it does not suffice.
    package func place(_ request: Request, cursor: Int, maximumExtents: Int = 16) -> Placement? {
        if request.total == 0 { return Placement(pages: [], pageCount: pageCount) }
        if let pages = placeInOneRun(request, cursor: cursor) { return Placement(pages: pages, pageCount: pageCount) }
        // Until a tenth of the file is free it grows instead: every further piece costs a commit about as much as a third of
        // its sync. From then on it does not grow for want of one long run: now and then a commit in many pieces is the
        // price of a bounded file, and evacuation makes long runs again.
        let isRoomy = usableCount * 10 >= pageCount && usableCount >= max(2 * request.total, 64)
        if !isRoomy, let placement = placeAtEnd(request) { return placement }
        if request.sizes.count > 1 {
            let pages = placeInExtents(request, cursor, maximumExtents) ?? placeInExtents(request, cursor, .max)
            if let pages { return Placement(pages: pages, pageCount: pageCount) }
        }
        return placeAtEnd(request)
    }

    /// Usable pages of the whole file.
    private var usableCount: Int {
        var count = 0
        var place = place(of: 0)
        while place.firstPage < pageCount {
            count += word(place).nonzeroBitCount
            place.advance()
        }
        return min(count, pageCount)
    }

    private func placeInOneRun(_ request: Request, cursor: Int) -> [Int]? {
        var found: [Int]?
        let start = min(max(cursor, 0), pageCount)
        for range in [start..<pageCount, 0..<start] where found == nil {
            forEachRun(in: range, atLeast: request.total) { run in
                found = layout(request, in: [run])
                return found == nil
            }
        }
        return found
    }

    /// Takes runs that are worth a write of their own; as many as it takes when `maximum` is unbounded.
    private func placeInExtents(_ request: Request, _ cursor: Int, _ maximum: Int) -> [Int]? {
        let isBounded = maximum < .max
        let largest = request.sizes.max() ?? 1
        let shortest = isBounded ? max(4, min(request.total / 8, 64), largest) : 1
        // Nodes of several pages leave a rest at the end of a run.
        let rest = largest - 1
        let start = min(max(cursor, 0), pageCount)
        var runs: [Range<Int>] = []
        var total = 0
        for range in [start..<pageCount, 0..<start] {
            forEachRun(in: range, atLeast: shortest) { run in
                runs.append(run)
                total += isBounded ? run.count - rest : run.count
                return !isBounded || total < request.total && runs.count < maximum
            }
            if isBounded, total >= request.total || runs.count >= maximum { break }
        }
        return total >= request.total ? layout(request, in: runs) : nil
    }

    /// For nodes that make way: fills holes shorter than `longRun`, the largest first, outside of the stretches of 64
    /// pages that are being emptied. nil if there are too few.
    func placeInHoles(_ request: Request, avoiding emptied: Set<Int>, longRun: Int) -> Placement? {
        var holes: [Range<Int>] = []
        forEachRun(in: 0..<pageCount) { run in
            if run.count < longRun, !emptied.contains(run.lowerBound / 64), !emptied.contains((run.upperBound - 1) / 64)
            {
                holes.append(run)
            }
            return true
        }
        holes.sort { ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound) }
        var total = 0
        let taken = holes.prefix { hole in
            defer { total += hole.count }
            return total < request.total
        }
        guard total >= request.total else { return nil }
        let pages = layout(request, in: taken.sorted { $0.lowerBound < $1.lowerBound })
        return pages.map { Placement(pages: $0, pageCount: pageCount) }
    }

    func placeAtEnd(_ request: Request) -> Placement? {
        var start = pageCount
        while start > 0, isUsable(start - 1) { start -= 1 }
        guard let pages = layout(request, in: [start..<growthLimit]), let last = pages.last else { return nil }
        let end = last + (request.sizes.last ?? 0)
        return Placement(pages: pages, pageCount: max(pageCount, end))
    }

    /// Fills runs in order, leaving out pages where a node would cross from one window into the next.
    private func layout(_ request: Request, in runs: [Range<Int>]) -> [Int]? {
        guard !runs.isEmpty else { return nil }
        var pages: [Int] = []
        pages.reserveCapacity(request.sizes.count)
        var runIndex = 0
        var next = runs[0].lowerBound
        for (index, size) in request.sizes.enumerated() {
            let head = request.heads?[index] ?? size
            while true {
                let leftInWindow = windowPages - next % windowPages
                if head > leftInWindow { next += leftInWindow }
                if next + size <= runs[runIndex].upperBound { break }
                runIndex += 1
                guard runIndex < runs.count else { return nil }
                next = runs[runIndex].lowerBound
            }
            pages.append(next)
            next += size
        }
        return pages
    }

    // MARK: Looking

    /// The bits of the 64 pages around one.
    @inline(__always)
    private func place(of page: Int) -> WordPlace { WordPlace(page >> 6, wordsPerLeaf: bitmaps[0].wordsPerLeaf) }

    @inline(__always)
    private func word(_ place: WordPlace) -> UInt64 {
        var word = bitmaps[0].word(place)
        var other = 1
        while word != 0, other < bitmaps.count {
            word &= bitmaps[other].word(place)
            other += 1
        }
        return word
    }

    package func isUsable(_ page: Int) -> Bool {
        page < pageCount && word(place(of: page)) & (1 << UInt64(page & 63)) != 0
    }

    /// Calls `body` with each run of usable pages in a range that is long enough, in order, until it says false.
    package func forEachRun(in range: Range<Int>, atLeast shortest: Int = 1, _ body: (Range<Int>) -> Bool) {
        var runStart: Int?
        var page = range.lowerBound
        var place = place(of: page)
        while page < range.upperBound {
            let word = word(place)
            let end = min(place.firstPage + 64, range.upperBound)
            // Most words have nothing that begins a run of this length.
            if runStart == nil, !Self.hasRun(word, atLeast: shortest) { page = end }
            while page < end {
                let rest = word >> UInt64(page & 63)
                if let start = runStart {
                    page = min(page + (~rest).trailingZeroBitCount, end)
                    guard page < end else { break }
                    runStart = nil
                    if page - start >= shortest, !body(start..<page) { return }
                } else {
                    page = min(page + rest.trailingZeroBitCount, end)
                    if page < end { runStart = page }
                }
            }
            place.advance()
        }
        if let start = runStart, range.upperBound - start >= shortest { _ = body(start..<range.upperBound) }
    }

    /// True if so many neighbouring bits are set, or if the last one is and more may follow.
    @inline(__always)
    private static func hasRun(_ word: UInt64, atLeast count: Int) -> Bool {
        if word == 0 { return false }
        if word >> 63 == 1 { return true }
        // A bit that is left stands for as many bits from it on as have been folded into it.
        var (word, folded) = (word, 1)
        while folded < count, word != 0 {
            let step = min(folded, count - folded)
            word &= word >> UInt64(step)
            folded += step
        }
        return word != 0
    }
}
