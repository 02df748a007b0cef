// An engine that stores the standard data: what it must be able to do for each workload.

package import Foundation

/// An engine with a side of some workloads. One that it has no side of has nil, which is what the extension says of all.
package protocol StoringEngine: Engine {
    /// Where its files are.
    var workspace: Workspace { get }
    /// A file that holds all the data, closed; only read.
    func loadedFile() throws -> URL
    /// A copy of that file, to be changed; it goes away with the store.
    func changes() throws -> any ChangingStore
    /// The same for two threads.
    func storeBesideWriter(_ work: BesideWriter) throws -> any BesideWriterStore

    /// W1.
    func contender(_ work: Insert) throws -> Turns?
    /// W2.
    func contender(_ work: Commit) throws -> Turns?
    /// W3.
    func contender(_ work: Lookup) throws -> Turns?
    /// W3i.
    func contender(_ work: NumberLookup) throws -> Turns?
    /// W4.
    func contender(_ work: CountOver) throws -> Turns?
    /// W5.
    func contender(_ work: SumAndAverage) throws -> Turns?
    /// W6.
    func contender(_ work: SumByCategory) throws -> Turns?
    /// W7.
    func contender(_ work: NameSearch) throws -> Turns?
    /// W8.
    func contender(_ work: Hop) throws -> Turns?
    /// W8r.
    func contender(_ work: RandomHop) throws -> Turns?
    /// W9.
    func contender(_ work: Inverse) throws -> Turns?
    /// W10.
    func contender(_ work: Update) throws -> Turns?
    /// W11.
    func contender(_ work: Delete) throws -> Turns?
    /// W12.
    func contender(_ work: Import) throws -> Turns?
    /// W15.
    func contender(_ work: OrderedList) throws -> Turns?
    /// W16.
    func contender(_ work: Sort) throws -> Turns?
    /// W17.
    func contender(_ work: PropertyRead) throws -> Turns?
    /// W20.
    func contender(_ work: LargeImport) throws -> Turns?
    /// X1.
    func contender(_ work: WideClass) throws -> Turns?
    /// X3.
    func contender(_ work: HotInverse) throws -> Turns?
}

extension StoringEngine {
    package func contender(_ work: Insert) throws -> Turns? { nil }
    package func contender(_ work: Commit) throws -> Turns? { nil }
    package func contender(_ work: Lookup) throws -> Turns? { nil }
    package func contender(_ work: NumberLookup) throws -> Turns? { nil }
    package func contender(_ work: CountOver) throws -> Turns? { nil }
    package func contender(_ work: SumAndAverage) throws -> Turns? { nil }
    package func contender(_ work: SumByCategory) throws -> Turns? { nil }
    package func contender(_ work: NameSearch) throws -> Turns? { nil }
    package func contender(_ work: Hop) throws -> Turns? { nil }
    package func contender(_ work: RandomHop) throws -> Turns? { nil }
    package func contender(_ work: Inverse) throws -> Turns? { nil }
    package func contender(_ work: Update) throws -> Turns? { nil }
    package func contender(_ work: Delete) throws -> Turns? { nil }
    package func contender(_ work: Import) throws -> Turns? { nil }
    package func contender(_ work: OrderedList) throws -> Turns? { nil }
    package func contender(_ work: Sort) throws -> Turns? { nil }
    package func contender(_ work: PropertyRead) throws -> Turns? { nil }
    package func contender(_ work: LargeImport) throws -> Turns? { nil }
    package func contender(_ work: WideClass) throws -> Turns? { nil }
    package func contender(_ work: HotInverse) throws -> Turns? { nil }

    package func contender(for workload: any Workload) throws -> (any Contender)? {
        switch workload {
        case let work as Insert: try contender(work)
        case let work as Commit: try contender(work)
        case let work as Lookup: try contender(work)
        case let work as NumberLookup: try contender(work)
        case let work as CountOver: try contender(work)
        case let work as SumAndAverage: try contender(work)
        case let work as SumByCategory: try contender(work)
        case let work as NameSearch: try contender(work)
        case let work as Hop: try contender(work)
        case let work as RandomHop: try contender(work)
        case let work as Inverse: try contender(work)
        case let work as Update: try contender(work)
        case let work as Delete: try contender(work)
        case let work as Import: try contender(work)
        case let work as OrderedList: try contender(work)
        case let work as Sort: try contender(work)
        case let work as PropertyRead: try contender(work)
        case let work as LargeImport: try contender(work)
        case let work as WideClass: try contender(work)
        case let work as HotInverse: try contender(work)
        case let work as Open: work.contender(self, file: try loadedFile())
        case let work as BesideWriter: try work.contender(try storeBesideWriter(work))
        case let work as Churn: work.contender { try self.changes() }
        case let work as Month: work.contender { try self.changes() }
        case let work as LittleMemory: work.contender(self, file: try loadedFile(), workspace)
        default: nil
        }
    }
}
