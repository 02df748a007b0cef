// The one error type of the engine.

/// What went wrong in the engine. One word wide, because it crosses hot paths as a typed error.
package struct StorageError: Error, Sendable, CustomStringConvertible {
    /// The reasons, as `Spec/Errors.md` lists them with cause and remedy.
    package enum Code: String, Sendable, CaseIterable {
        case fileAccess, filePermissionDenied, fileExists, fileNotFound
        case notADatabase, formatTooNew, damaged
        case inUse, fileReplaced, usedAfterFork, tooManyVersions
        case diskFull, commitFailed, commitOutcomeUnknown
        case schemaMismatch, invalidSchema
        case duplicatePrimaryKey, noPrimaryKey, valueOutOfRange
        case fail
    }

    private final class Details: Sendable {
        let code: Code
        let message: String
        let page: PageNumber?
        let systemError: Int32

        init(code: Code, message: String, page: PageNumber?, systemError: Int32) {
            self.code = code
            self.message = message
            self.page = page
            self.systemError = systemError
        }
    }

    private let details: Details

    package init(_ code: Code, _ message: String, page: PageNumber? = nil, systemError: Int32 = 0) {
        details = Details(code: code, message: message, page: page, systemError: systemError)
    }

    package var code: Code { details.code }
    /// One sentence: what, where, and what to do.
    package var message: String { details.message }
    /// The page concerned, if one is.
    package var page: PageNumber? { details.page }
    /// The `errno` of the system call that failed, or 0.
    package var systemError: Int32 { details.systemError }
    package var description: String { message }

    /// The same about the file that the caller knows, where the one concerned is a helper of it.
    func naming(_ path: String, for helper: String) -> StorageError {
        StorageError(code, message.replacing(helper, with: path), page: page, systemError: systemError)
    }

    /// A page that contradicts its checksum, its tag or its own structure.
    package static func damaged(_ page: PageNumber, _ what: String) -> StorageError {
        StorageError(
            .damaged, "Page \(page.rawValue) is damaged: \(what). Restore a copy, or salvage the rest of the file.",
            page: page)
    }
}
