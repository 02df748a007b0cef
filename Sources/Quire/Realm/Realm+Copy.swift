// Files written anew: copies, and compaction in place.

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import QuireStorage

extension Realm {
    /// Writes what this Realm shows into a new file, while others read and write: a compact copy, without
    /// free space, each class in one piece, with a file id of its own.
    ///
    /// The file appears at `fileURL` once it is complete and synced; if this throws, there is none. Throws
    /// `.fileExists` if something is there already (nothing is ever overwritten), `.damaged` with the first
    /// damaged page, since every page is checked anew, `.diskFull`, and `.fail` inside a write, whose changes
    /// are not stored yet. A crash may leave a file beside it whose name ends in `.new-` and a number; it can
    /// be deleted.
    ///
    /// O(data); a few leaves and two bits for each page are in memory. The snapshot stays pinned meanwhile,
    /// so that a file to which much is written grows.
    public func writeCopy(to fileURL: URL) throws {
        guard !isInWriteTransaction else {
            throw Error(
                .fail, "A copy holds what is stored, so it cannot be made inside a write: end the write first.",
                file: context.path)
        }
        let path = fileURL.path(percentEncoded: false)
        do throws(StorageError) {
            try context.overlap.guarding { () throws(StorageError) in try context.session.writeCopy(to: path) }
        } catch {
            throw Error(error, file: error.page == nil ? path : context.path)
        }
    }

    /// RealmSwift's name for `writeCopy(to:)`.
    public func writeCopy(toFile fileURL: URL) throws { try writeCopy(to: fileURL) }

    /// Writes the file of a configuration anew in its place, without its free space: see
    /// `Configuration.shouldCompactOnLaunch`, which is not asked. Nobody may have it open: throws `.inUse` if
    /// somebody has, here or in another process, `.fileNotFound` if there is none, and leaves the file as it
    /// is on every error. O(data).
    public static func compact(configuration: Configuration = .defaultConfiguration) throws {
        try configuration.requireFileURL()
        do throws(StorageError) {
            _ = try Database.compact(configuration.location, configuration.options)
        } catch {
            throw Error(error, file: configuration.place)
        }
    }
}
