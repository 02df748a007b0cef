// Where the default file is.

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import QuireStorage

/// The default file: `default.quire` in the user's directory for this program's data.
enum DefaultLocation {
    static let fileName = "default.quire"

    /// $XDG_DATA_HOME, or ~/.local/share, then the program's name; Application Support on Apple's systems.
    static var fileURL: URL {
        let directory = dataDirectory(environment: ProcessInfo.processInfo.environment)
        return directory.appending(path: programName).appending(path: fileName)
    }

    static func dataDirectory(environment: [String: String]) -> URL {
        #if canImport(Darwin)
            if let found = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first {
                return found
            }
        #endif
        // By the convention a relative path there is to be ignored.
        if let named = environment["XDG_DATA_HOME"], named.hasPrefix("/") { return URL(filePath: named) }
        let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path(percentEncoded: false)
        return URL(filePath: home).appending(path: ".local").appending(path: "share")
    }

    private static var programName: String {
        let path = CommandLine.arguments.first ?? ""
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return name.isEmpty ? "quire" : name
    }

    /// Makes the directory of the default file, which nobody else does.
    static func prepareDirectory() {
        try? FileManager.default.createDirectory(
            at: fileURL.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
}

/// The configuration of `Realm()`.
enum DefaultConfiguration {
    static let current = Lock<Realm.Configuration?>(nil)
}

extension Realm.Configuration {
    /// The configuration of `Realm()`; at first `default.quire` in the user's application data directory
    /// ($XDG_DATA_HOME or ~/.local/share, then the program's name, on Linux).
    public static var defaultConfiguration: Realm.Configuration {
        get { DefaultConfiguration.current.withLock { $0 } ?? Realm.Configuration(fileURL: DefaultLocation.fileURL) }
        set { DefaultConfiguration.current.withLock { $0 = newValue } }
    }
}
