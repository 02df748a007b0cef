// What a failing run of the model prints, but for the word `test`: ShrinkTests compares it with what is printed now.

import QuireTestSupport

extension ShrinkTests {
    /// person.7 of 1: 60 elements, expected 4
    func playModel_example() throws {
        try ModelRun(pageSize: 512, spillByteCount: 67108864, defect: .shortLists).replay([
            RandomStep(.create, 62420),
            RandomStep(.listInsert, 25373),
        ])
    }
}
