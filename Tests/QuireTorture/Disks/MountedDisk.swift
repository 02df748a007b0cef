// A file system of a few mebibytes.

import Foundation

final class MountedDisk {
    enum Kind: String, CaseIterable { case tmpfs, ext4 }

    let kind: Kind
    private let directory: String

    /// nil where it cannot be mounted.
    init?(_ kind: Kind, _ parent: TortureDirectory) {
        self.kind = kind
        directory = parent.path(kind.rawValue)
        try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        switch kind {
        case .tmpfs:
            guard Self.run("mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", directory) else { return nil }
        case .ext4:
            let image = parent.path("ext4.image")
            guard FileManager.default.createFile(atPath: image, contents: Data(count: 16 << 20)) else { return nil }
            guard Self.run("mkfs.ext4", "-q", "-F", image), Self.run("mount", "-o", "loop", image, directory) else {
                return nil
            }
        }
    }

    func path(_ name: String) -> String { directory + "/" + name }
    func becomeReadOnly() -> Bool { Self.run("mount", "-o", "remount,ro", directory) }
    func unmount() { _ = Self.run("umount", directory) }

    private static func run(_ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
