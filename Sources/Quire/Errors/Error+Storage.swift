// From the engine's errors to those of the API: the one place where they meet.

import QuireStorage

extension Realm.Error {
    /// The same failure, with the parts that only the object layer knows.
    init(_ error: StorageError, file: String?, className: String? = nil, property: String? = nil) {
        let place = if let className, let property { "\(className).\(property): " } else { "" }
        self.init(
            Code(error.code), place + error.message, file: file, page: error.page?.rawValue, className: className,
            property: property, cause: error.systemError == 0 ? nil : SystemError(number: error.systemError))
    }
}

/// The `errno` of a failed system call.
struct SystemError: Swift.Error, Sendable, CustomStringConvertible {
    let number: Int32
    var description: String { "system error \(number)" }
}

extension Realm.Error.Code {
    /// The engine's codes are a part of the API's.
    init(_ code: StorageError.Code) {
        switch code {
        case .fileAccess: self = .fileAccess
        case .filePermissionDenied: self = .filePermissionDenied
        case .fileExists: self = .fileExists
        case .fileNotFound: self = .fileNotFound
        case .notADatabase: self = .notADatabase
        case .formatTooNew: self = .formatTooNew
        case .damaged: self = .damaged
        case .inUse: self = .inUse
        case .fileReplaced: self = .fileReplaced
        case .usedAfterFork: self = .usedAfterFork
        case .tooManyVersions: self = .tooManyVersions
        case .diskFull: self = .diskFull
        case .commitFailed: self = .commitFailed
        case .commitOutcomeUnknown: self = .commitOutcomeUnknown
        case .schemaMismatch: self = .schemaMismatch
        case .invalidSchema: self = .invalidSchema
        case .duplicatePrimaryKey: self = .duplicatePrimaryKey
        case .noPrimaryKey: self = .noPrimaryKey
        case .valueOutOfRange: self = .valueOutOfRange
        case .fail: self = .fail
        }
    }
}
