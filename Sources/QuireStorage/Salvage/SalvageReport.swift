// What a salvage saved, and what it could not.

/// The outcome of a salvage. Numbers that are not known are nil.
package struct SalvageReport: Sendable {
    /// The outcome for one class.
    package struct Class: Sendable, Equatable {
        package let name: String
        /// Objects in the new file.
        package internal(set) var savedCount = 0
        /// Objects that the state had and the new file has not.
        package internal(set) var lostCount: Int?
        /// Of the lost ones: those whose key another object has, which was kept.
        package internal(set) var duplicateCount = 0
        /// Lists that lack elements which they had.
        package internal(set) var cutListCount = 0
        /// Links, and elements of lists, that led to objects which are lost.
        package internal(set) var lostLinkCount = 0
        /// Properties that were left out, because the class that they lead to is lost.
        package internal(set) var lostProperties: [String] = []
        /// Objects may be older than the state: which of several versions was the newest could not be told
        /// for certain.
        package internal(set) var mayBeOlder = false

        init(name: String) { self.name = name }

        /// True if the class is in the new file as it was.
        package var isWhole: Bool {
            lostCount == 0 && cutListCount == 0 && lostLinkCount == 0 && lostProperties.isEmpty && !mayBeOlder
        }
    }

    /// The state that was read; nil if no slot could be read.
    package internal(set) var transaction: TransactionID?
    /// The newest state that the file ever acknowledged, if it could not be read.
    package internal(set) var lostTransaction: TransactionID?
    /// What was wrong with the head of the file.
    package internal(set) var headProblems: [String] = []
    package internal(set) var classes: [Class] = []
    /// Classes whose description could not be read.
    package internal(set) var lostClassCount: Int?
    /// Pages of the state in which nothing whole stands; nil if it is not known which pages it has.
    package internal(set) var damagedPageCount: Int?
    package internal(set) var firstDamagedPage: PageNumber?

    /// True if the new file holds everything that the old one did.
    package var isWhole: Bool {
        transaction != nil && lostTransaction == nil && lostClassCount == 0 && classes.allSatisfy(\.isWhole)
    }
}
