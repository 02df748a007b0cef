// One view of one file: opening, and what does not belong to writing or to objects.

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import QuireStorage

/// One isolation's view of one file (or of one named memory store): a pinned snapshot, and at times the writer.
///
/// Not Sendable: a Realm and what comes from it stay in the task or actor that opened it. Every `Realm(…)` is a view of
/// its own, and opening a file that the process has open already costs microseconds.
nonisolated public final class Realm {
    let context: RealmContext
    /// By class: the object that a lookup gave last, to be given again for another row. Here and not in the context,
    /// which the objects hold.
    @safe @exclusivity(unchecked) var kept: [Object?] = []

    /// The default configuration. Throws every error of opening. O(log n), O(last transaction) after a crash;
    /// microseconds where this process has the file open.
    public convenience init() throws { try self.init(configuration: .defaultConfiguration) }

    /// A file.
    public convenience init(fileURL: URL) throws { try self.init(configuration: Configuration(fileURL: fileURL)) }

    /// Creates the file where there is none, validates all classes, takes over new classes and new optional or
    /// defaulted properties. Throws every error of opening as `Realm.Error`.
    public init(configuration: Configuration) throws {
        context = try RealmContext.open(configuration)
        context.belong(to: self)
    }

    /// The view of a context whose first Realm is gone.
    init(context: RealmContext) {
        self.context = context
        context.keeper = self
    }

    deinit {
        if context.keeper === self { context.keeper = nil }
    }

    /// How this Realm was opened.
    public var configuration: Configuration { context.configuration }

    /// No object of any class in the schema. O(classes).
    public var isEmpty: Bool {
        context.attempt(true) { () throws(StorageError) in
            try context.session.pin()
            for binding in context.orderedBindings where try binding.table.count > 0 { return false }
            return true
        }
    }

    /// Moves to the newest snapshot; true if there was a newer one; false inside a write.
    @discardableResult
    public func refresh() -> Bool {
        if context.isInWrite { return false }
        return context.attempt(false) { () throws(StorageError) in
            try context.overlap.guarding { () throws(StorageError) in try context.session.refresh() }
        }
    }

    /// Lets go of the snapshot (and rolls back an open write); objects and results from before are invalid.
    public func invalidate() {
        context.rollBackWrite()
        context.epoch &+= 1
        context.overlap.guarding { context.session.unpin() }
    }

    /// The file of this configuration exists.
    public static func fileExists(for configuration: Configuration) -> Bool {
        Database.exists(configuration.location)
    }

    /// Removes the file and its side files; false if there was none. Throws `.alreadyOpen` while this process, `.inUse`
    /// while another one has it open.
    @discardableResult
    public static func deleteFiles(for configuration: Configuration) throws -> Bool {
        try configuration.requireFileURL()
        let location = configuration.location
        if Database.isOpen(location) {
            throw Error(
                .alreadyOpen,
                "\(configuration.place) is open in this process: let go of its Realms before deleting it.",
                file: configuration.place)
        }
        do throws(StorageError) { return try Database.delete(location) } catch {
            throw Error(error, file: configuration.place)
        }
    }
}

/// The same view.
extension Realm: Equatable {
    /// True for the same view of the file, not for two views of one file.
    public static func == (a: Realm, b: Realm) -> Bool { a.context === b.context }
}

@available(*, unavailable)
extension Realm: Sendable {}
