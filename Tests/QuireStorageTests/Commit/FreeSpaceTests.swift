// Where nodes go.

import QuireStorage
import QuireTestSupport
import XCTest

final class FreeSpaceTests: PageTestCase {
    /// A state of `pageCount` pages of 512 bytes in which the given ranges are free.
    private func bitmap(_ pageCount: Int, free ranges: [Range<Int>]) -> FreeBitmap {
        var bitmap = FreeBitmap(pageSize: 512, pageCount: pageCount)
        for range in ranges { XCTAssertTrue(bitmap.free(run(range))) }
        return bitmap
    }

    private func run(_ range: Range<Int>) -> PageRun {
        PageRun(first: PageNumber(UInt32(range.lowerBound)), count: range.count)
    }

    private func space(_ bitmaps: [FreeBitmap], windowPages: Int = 1024, limit: Int = .max) -> FreeSpace {
        FreeSpace(bitmaps, windowPages: windowPages, growthLimit: limit)
    }

    private func runs(_ space: FreeSpace, _ range: Range<Int>, atLeast shortest: Int = 1) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        space.forEachRun(in: range, atLeast: shortest) { run in
            runs.append(run)
            return true
        }
        return runs
    }

    // MARK: The bitmap

    func testBitmap_againstASet_agrees() {
        let random = SimulatedSystem(seed: 17)
        var bitmap = FreeBitmap(pageSize: 512, pageCount: 128)
        var free: Set<Int> = []
        for step in 0..<4000 {
            switch random.random() % 8 {
            case 0:
                let count = bitmap.pageCount + Int(random.random() % 40)
                free.formUnion(bitmap.pageCount..<max(count, bitmap.pageCount))
                bitmap.grow(to: count)
            default:
                let first = 120 + Int(random.random() % UInt64(bitmap.pageCount))
                let range = first..<first + 1 + Int(random.random() % 9)
                let isInside = first >= 128 && range.upperBound <= bitmap.pageCount
                if random.random() % 2 == 0 {
                    let isRight = isInside && free.isSuperset(of: range)
                    XCTAssertEqual(bitmap.use(run(range)), isRight, "step \(step)")
                    if isRight { free.subtract(range) }
                } else {
                    let isRight = isInside && free.isDisjoint(with: range)
                    XCTAssertEqual(bitmap.free(run(range)), isRight, "step \(step)")
                    if isRight { free.formUnion(range) }
                }
            }
            XCTAssertEqual(bitmap.freeCount, free.count)
        }
        // More than one leaf took part.
        XCTAssertGreaterThan(bitmap.pageCount, bitmap.bitsPerLeaf)
        for page in 0..<bitmap.pageCount { XCTAssertEqual(bitmap.isFree(page), free.contains(page)) }
        let found = runs(space([bitmap]), 0..<bitmap.pageCount)
        XCTAssertEqual(Set(found.flatMap { Array($0) }), free)
        for (left, right) in zip(found, found.dropFirst()) { XCTAssertLessThan(left.upperBound, right.lowerBound) }
    }

    func testRuns_thatAreLongEnough_areThoseOfAllRuns() {
        let random = SimulatedSystem(seed: 23)
        var seen: Set<Int> = []
        for round in 0..<300 {
            // Long runs and short ones, in words and over their borders.
            var ranges: [Range<Int>] = []
            var page = 128
            while page < 900 {
                let start = page + 1 + Int(random.random() % 20)
                let longest: UInt64 = random.random() % 8 == 0 ? 150 : 14
                let end = start + 1 + Int(random.random() % longest)
                ranges.append(start..<end)
                page = end
            }
            let space = space([bitmap(page, free: ranges)])
            let start = Int(random.random() % 600)
            let range = start..<start + Int(random.random() % UInt64(page - start))
            let all = runs(space, range)
            for shortest in [1, 2, 3, 12, 13, 63, 64, 65, 100] {
                let expected = all.filter { $0.count >= shortest }
                XCTAssertEqual(runs(space, range, atLeast: shortest), expected, "round \(round), \(shortest)")
                if !expected.isEmpty { seen.insert(shortest) }
            }
        }
        XCTAssertEqual(seen, [1, 2, 3, 12, 13, 63, 64, 65, 100])
    }

    // MARK: Several states

    func testUsable_isWhatIsFreeInEveryState() {
        let newest = bitmap(400, free: [130..<200, 250..<260, 390..<400])
        let older = bitmap(300, free: [150..<180, 255..<300])
        // The older state does not reach beyond page 300, so what lies there is none of its business.
        XCTAssertEqual(runs(space([newest, older]), 0..<400), [150..<180, 255..<260, 390..<400])
        XCTAssertEqual(runs(space([newest, older]), 160..<258), [160..<180, 255..<258])
        XCTAssertTrue(space([newest, older]).isUsable(150))
        XCTAssertFalse(space([newest, older]).isUsable(149))
    }

    // MARK: Placing

    func testPlace_prefersOneRunFromTheCursorOn() {
        let space = space([bitmap(600, free: [130..<140, 200..<204, 300..<330])])
        let request = FreeSpace.Request(sizes: [1, 1, 1, 1, 1, 1])
        XCTAssertEqual(space.place(request, cursor: 0)?.pages, [130, 131, 132, 133, 134, 135])
        XCTAssertEqual(space.place(request, cursor: 150)?.pages, [300, 301, 302, 303, 304, 305])
        XCTAssertEqual(space.place(request, cursor: 400)?.pages, [130, 131, 132, 133, 134, 135])
        XCTAssertEqual(space.place(FreeSpace.Request(sizes: [4, 2]), cursor: 0)?.pages, [130, 134])
    }

    func testPlace_takesAFewRunsBeforeItGrows() {
        let space = space([bitmap(600, free: [130..<140, 200..<210, 300..<305])])
        let placement = space.place(FreeSpace.Request(sizes: [Int](repeating: 1, count: 18)), cursor: 0)
        XCTAssertEqual(placement?.pages, Array(130..<140) + Array(200..<208))
        XCTAssertEqual(placement?.pageCount, 600)
    }

    func testPlace_growsFromTheFreePagesAtTheEndOn() {
        let space = space([bitmap(600, free: [130..<133, 590..<600])])
        let placement = space.place(FreeSpace.Request(sizes: [Int](repeating: 1, count: 30)), cursor: 0)
        XCTAssertEqual(placement?.pages, Array(590..<620))
        XCTAssertEqual(placement?.pageCount, 620)
    }

    func testPlace_whenItMayNotGrow_takesWhateverIsFree() {
        let pieces = stride(from: 130, to: 190, by: 2).map { $0..<$0 + 1 }
        let bitmap = bitmap(600, free: pieces)
        let request = FreeSpace.Request(sizes: [Int](repeating: 1, count: 30))
        XCTAssertEqual(space([bitmap], limit: 600).place(request, cursor: 0)?.pages, pieces.map(\.lowerBound))
        XCTAssertNil(space([bitmap], limit: 600).place(FreeSpace.Request(sizes: [2]), cursor: 0))
        XCTAssertEqual(space([bitmap], limit: 602).place(FreeSpace.Request(sizes: [2]), cursor: 0)?.pages, [600])
    }

    func testPlace_neverLetsANodeCrossAWindow() {
        let space = space([bitmap(600, free: [250..<270])], windowPages: 256)
        XCTAssertEqual(space.place(FreeSpace.Request(sizes: [4, 4, 4]), cursor: 0)?.pages, [250, 256, 260])
        XCTAssertEqual(space.place(FreeSpace.Request(sizes: [8, 4]), cursor: 0)?.pages, [256, 264])
        // Of a long value only the head must not cross.
        let long = FreeSpace.Request(sizes: [18], heads: [2])
        XCTAssertEqual(space.place(long, cursor: 0)?.pages, [250])
        // At the end too.
        XCTAssertEqual(space.place(FreeSpace.Request(sizes: [200]), cursor: 0)?.pages, [768])
    }

    func testPlace_ofNothing_needsNothing() {
        let placement = space([bitmap(128, free: [])], limit: 128).place(FreeSpace.Request(sizes: []), cursor: 0)
        XCTAssertEqual(placement?.pages, [])
    }
}
