// How a Realm is opened.

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Synchronization

extension Realm {
    /// Where a Realm's data is and how it is opened.
    public struct Configuration: Sendable {
        /// The file. Setting it clears `inMemoryIdentifier`.
        public var fileURL: URL? { didSet { if fileURL != nil { inMemoryIdentifier = nil } } }
        /// The name of a store in memory, which lives as long as a Realm has it open. Setting it clears `fileURL`.
        public var inMemoryIdentifier: String? { didSet { if inMemoryIdentifier != nil { fileURL = nil } } }
        /// Nothing is created or written; a missing file is `.fileNotFound`. What other Realms write is seen after
        /// `refresh`.
        public var readOnly: Bool
        /// The file cannot change, as on a medium that cannot be written: it is opened read-only, no lock is taken, and
        /// nobody's writing is noticed. If somebody writes all the same, reading throws `.damaged`.
        public var isImmutable = false
        /// Versions of the data that may be pinned in this process at a time, by Realms that were not refreshed; a
        /// write that finds more throws `.tooManyVersions`. Every pinned version keeps pages in the file from being
        /// used again.
        public var maximumNumberOfActiveVersions: UInt?
        /// The model classes; nil: all classes of the process. Every link target must be among them.
        public var objectTypes: [Object.Type]?
        /// A number for the application's own use until migrations exist.
        public var schemaVersion: UInt64
        /// Bytes per page of a file that gets created: a power of two, 512…65,536. An existing file keeps its own.
        public var pageSize = 4096
        /// What an opening does while another process removes or replaces the file.
        public var whenInUse = WhenInUse.fail
        /// When pages are checked: each at its first touch, or all of them at open, which then throws.
        public var verification = Verification.onFirstTouch
        /// How pages are read.
        public var reading = Reading.mapped
        /// What a commit of this Realm promises once `write` returned.
        public var durability = Durability.durable
        /// Opens the state before the newest one, for a file whose newest state is damaged. What is written goes on
        /// from there, and the newest state is lost then.
        public var opensPreviousCommit = false
        /// Whether the file is written anew, without its free space, before it is opened: asked with the bytes of the
        /// file and the bytes of it that are in use. Called by an opening for writing while nobody else has the file
        /// open, here or in another process. Compacting is O(data) and needs room for the new file beside the old one,
        /// under its name with `.compacting` behind it; it takes the old one's place in one step, so that a crash
        /// leaves either. If it fails, the file is opened as it is, and `onEvent` tells why. A name that is a symbolic
        /// link keeps leading to the file; of several hard links one does.
        public var shouldCompactOnLaunch: (@Sendable (_ totalBytes: Int, _ usedBytes: Int) -> Bool)?
        /// Called before the program stops because a call that cannot throw met damage outside any throwing scope.
        public var onReadFailure: (@Sendable (Error) -> Void)?
        /// Recoveries, growth, evacuations, compaction, notes about classes.
        public var onEvent: (@Sendable (Event) -> Void)?

        /// What an opening does while another process removes or replaces the file.
        public enum WhenInUse: Sendable {
            /// Throws `.inUse`.
            case fail
            /// Waits.
            case wait
            /// Waits at most this long, then throws `.inUse`.
            case waitUpTo(seconds: Double)
        }

        /// When pages are checked.
        public enum Verification: Sendable {
            /// Each at its first touch.
            case onFirstTouch
            /// All of them at open.
            case onOpen
        }

        /// How pages are read.
        public enum Reading: Sendable {
            /// Through a mapping of the file.
            case mapped
            /// By system calls, which turn an I/O error into a typed one.
            case pread
        }

        /// What a commit promises once it returned.
        public enum Durability: Sendable {
            /// It survives a power cut. One sync.
            case durable
            /// It survives a power cut, also where somebody forges content with the checksums of other content. Two
            /// syncs.
            case twoSyncs
            /// It survives the end of the process. After a power cut it may be missing, but no later one is there
            /// without it. On Linux as `durable`; on the systems of Apple a barrier, many times faster than a sync.
            case ordered
            /// It survives the end of the process. After a power cut everything since the last sync is missing, and
            /// what was durable before is whole. No sync, but for one now and then, so that the file keeps its size,
            /// and those of closing.
            case relaxed
        }

        /// A configuration; neither a file nor a name means the default file.
        public init(
            fileURL: URL? = nil, inMemoryIdentifier: String? = nil, readOnly: Bool = false, schemaVersion: UInt64 = 0,
            shouldCompactOnLaunch: (@Sendable (_ totalBytes: Int, _ usedBytes: Int) -> Bool)? = nil,
            objectTypes: [Object.Type]? = nil
        ) {
            self.fileURL = inMemoryIdentifier == nil ? fileURL : nil
            self.inMemoryIdentifier = inMemoryIdentifier
            self.readOnly = readOnly
            self.schemaVersion = schemaVersion
            self.shouldCompactOnLaunch = shouldCompactOnLaunch
            self.objectTypes = objectTypes
        }
    }

    /// One line for a log.
    public struct Event: Sendable, CustomStringConvertible {
        /// The line.
        public let description: String
    }

    /// What adding an object does where its key exists.
    public enum UpdatePolicy: Int, Sendable {
        /// `.duplicatePrimaryKey`.
        case error = 1
        /// Writes the values that differ.
        case modified = 3
        /// Writes every value.
        case all = 2
    }
}
