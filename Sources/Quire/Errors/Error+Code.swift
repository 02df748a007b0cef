// The codes of Realm.Error. Where RealmSwift has a name for a case it is offered too, as a second name of the same
// code.

extension Realm.Error {
    /// A named reason; a struct, so that new codes do not break a switch.
    public struct Code: Hashable, Sendable {
        /// The name, as the documentation lists it.
        public let name: String

        /// Any failure without a better code.
        public static let fail = Code(name: "fail")
        /// An I/O error of the system while opening, reading or writing.
        public static let fileAccess = Code(name: "fileAccess")
        /// The file or its directory may not be read or written.
        public static let filePermissionDenied = Code(name: "filePermissionDenied")
        /// The destination exists already.
        public static let fileExists = Code(name: "fileExists")
        /// A read-only opening of a file that does not exist.
        public static let fileNotFound = Code(name: "fileNotFound")
        /// The file is not a Quire file: foreign bytes, a `.realm` file (the message says so), a directory, an
        /// impossible page size.
        public static let notADatabase = Code(name: "notADatabase")
        /// The file was written by a newer format; nothing was touched.
        public static let formatTooNew = Code(name: "formatTooNew")
        /// A page, a slot or the length contradicts its checksum or its tag: rot, truncation, lost write; `page` says
        /// where.
        public static let damaged = Code(name: "damaged")
        /// Another process removes or replaces the file, or has it open where it cannot be shared.
        public static let inUse = Code(name: "inUse")
        /// `deleteFiles` for a file that this process has open.
        public static let alreadyOpen = Code(name: "alreadyOpen")
        /// The file was renamed, unlinked or replaced while open.
        public static let fileReplaced = Code(name: "fileReplaced")
        /// The file was opened before this process was forked.
        public static let usedAfterFork = Code(name: "usedAfterFork")
        /// More versions are pinned than `maximumNumberOfActiveVersions` allows.
        public static let tooManyVersions = Code(name: "tooManyVersions")
        /// No space for the transaction; it was rolled back.
        public static let diskFull = Code(name: "diskFull")
        /// The sync failed; the transaction is undone.
        public static let commitFailed = Code(name: "commitFailed")
        /// The sync failed and so did undoing it: writing stops until the file is opened again.
        public static let commitOutcomeUnknown = Code(name: "commitOutcomeUnknown")
        /// The stored classes and the declared ones differ in a way that is not taken over by itself; the message lists
        /// every difference.
        public static let schemaMismatch = Code(name: "schemaMismatch")
        /// Wrong declarations: inverse of a missing property, two keys, key of a wrong type, no property, two classes
        /// of one name, rule without a key; lists all.
        public static let invalidSchema = Code(name: "invalidSchema")
        /// `add` or `create(.error)` of a key that exists.
        public static let duplicatePrimaryKey = Code(name: "duplicatePrimaryKey")
        /// `create` without a value for a key that has no default.
        public static let missingPrimaryKey = Code(name: "missingPrimaryKey")
        /// `create(value:)`: nothing or null for a required property.
        public static let missingValue = Code(name: "missingValue")
        /// `create(value:)`: a value of the wrong type.
        public static let invalidValue = Code(name: "invalidValue")
        /// A number or a length beyond what the property holds.
        public static let valueOutOfRange = Code(name: "valueOutOfRange")
        /// Upsert of a class that has no key.
        public static let noPrimaryKey = Code(name: "noPrimaryKey")

        /// `damaged`.
        public static let corrupted = damaged
        /// `notADatabase`, by RealmSwift's name.
        public static let invalidDatabase = notADatabase
        /// `formatTooNew`, by RealmSwift's name.
        public static let unsupportedFileFormatVersion = formatTooNew
        /// `diskFull`, by RealmSwift's name.
        public static let outOfDiskSpace = diskFull
    }
}

/// So that `catch Realm.Error.Code.inUse` matches by code.
public func ~= (code: Realm.Error.Code, error: any Swift.Error) -> Bool { (error as? Realm.Error)?.code == code }

/// RealmSwift's spelling: `catch Realm.Error.fileAccess`.
extension Realm.Error {
    /// Any failure without a better code.
    public static var fail: Code { .fail }
    /// An I/O error of the system.
    public static var fileAccess: Code { .fileAccess }
    /// The file or its directory may not be read or written.
    public static var filePermissionDenied: Code { .filePermissionDenied }
    /// The destination exists already.
    public static var fileExists: Code { .fileExists }
    /// A read-only opening of a file that does not exist.
    public static var fileNotFound: Code { .fileNotFound }
    /// `deleteFiles` for a file that this process has open.
    public static var alreadyOpen: Code { .alreadyOpen }
    /// The stored classes differ from the declared ones.
    public static var schemaMismatch: Code { .schemaMismatch }
    /// The file is no database.
    public static var invalidDatabase: Code { .invalidDatabase }
    /// The file was written by a newer format.
    public static var unsupportedFileFormatVersion: Code { .unsupportedFileFormatVersion }
    /// No space for the transaction.
    public static var outOfDiskSpace: Code { .outOfDiskSpace }
}
