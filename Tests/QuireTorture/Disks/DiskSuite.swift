// Real file systems that are small, full, or read-only.

import Foundation
import QuireStorage
import QuireTestSupport

/// Fills a file system of its own until nothing fits, deletes on it while it is full, and opens the file where nothing may be
/// written. Needs the right to mount; says so and does nothing without it.
enum DiskSuite: Suite {
    static let name = "disks"
    static let summary = "full and read-only file systems: tmpfs, and ext4 in a file; needs the right to mount"

    static func run(_ request: SuiteRequest) throws -> SuiteResult {
        var result = SuiteResult()
        let directory = try TortureDirectory()
        defer { directory.remove() }
        for kind in MountedDisk.Kind.allCases {
            guard let disk = MountedDisk(kind, directory) else {
                result.note("\(kind.rawValue): skipped, it cannot be mounted here")
                continue
            }
            defer { disk.unmount() }
            do {
                try fill(disk, request, &result)
                try readOnly(disk, &result)
            } catch {
                result.failures.append("\(kind.rawValue): \(error) (--seed \(request.seed))")
            }
        }
        return result
    }

    /// Commits until the disk is full, again and again; each time deleting must work, and what was acknowledged be there.
    private static func fill(_ disk: MountedDisk, _ request: SuiteRequest, _ result: inout SuiteResult) throws {
        let store = try FillingStore(disk.path("filled.quire"))
        var dice = SeededGenerator(seed: request.seed)
        for round in 0..<6 {
            let durability: Durability = round % 3 == 2 ? .relaxed : .durable
            var commits = 0
            while try store.add(dice.below(40) + 1, textByteCount: 1 << dice.below(14), durability, &dice) {
                commits += 1
                guard commits < 20_000 else { throw TortureError("round \(round): the disk does not become full") }
            }
            result.faults += 1
            try store.check("round \(round), full")
            for number in 0..<8 {
                guard try store.delete(dice.below(store.rows.count)) else {
                    throw TortureError("round \(round): delete \(number) did not fit on a full disk")
                }
            }
            try store.check("round \(round), after deletes")
        }
        result.note("\(disk.kind.rawValue): full \(6) times, \(store.rows.count) rows left, \(store.byteCount) bytes")
    }

    private static func readOnly(_ disk: MountedDisk, _ result: inout SuiteResult) throws {
        let path = disk.path("filled.quire")
        guard disk.becomeReadOnly() else {
            result.note("\(disk.kind.rawValue): cannot be made read-only here")
            return
        }
        do {
            _ = try Database.open(.file(path: path), Database.Options())
            throw TortureError("a file on a read-only disk was opened for writing")
        } catch let error as StorageError {
            guard error.code == .filePermissionDenied else { throw error }
        }
        for isImmutable in [false, true] {
            var options = Database.Options()
            options.isReadOnly = true
            options.isImmutable = isImmutable
            let problems = try FileCheck.run(Database.open(.file(path: path), options)).problems
            guard problems.isEmpty else { throw TortureError("read-only: \(problems[0].message)") }
        }
    }
}
