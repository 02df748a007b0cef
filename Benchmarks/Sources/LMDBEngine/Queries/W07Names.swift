// What LMDB does in W07.

import Foundation
package import Workloads

extension LMDBEngine {
    package func contender(_ work: NameSearch) throws -> Turns? {
        let environment = try opened()
        let parts = PackedTexts([NameSearch.infix, NameSearch.prefix])
        return Turns {
            let counts = [
                try unsafe Self.count(environment) { unsafe contains($0, parts[0]) },
                try unsafe Self.count(environment) { unsafe begins($0, with: parts[1]) },
            ]
            return (counts.map(\.time), counts.map { .count($0.result) })
        }
    }

    /// Counts names.
    @inline(__always)
    private static func count(
        _ environment: Environment, _ matches: (UnsafeRawBufferPointer) -> Bool
    ) throws -> (time: Double, result: Int) {
        try timed {
            var count = 0
            try environment.read {
                try unsafe $0.scan(environment.products) { _, record in
                    if unsafe matches(ProductRecord.name(record)) { count &+= 1 }
                }
            }
            return count
        }
    }
}

@inline(__always)
private func begins(_ name: UnsafeRawBufferPointer, with part: UnsafeRawBufferPointer) -> Bool {
    guard name.count >= part.count else { return false }
    return unsafe memcmp(name.baseAddress.unsafelyUnwrapped, part.baseAddress.unsafelyUnwrapped, part.count) == 0
}

/// From one occurrence of the part's first byte to the next, as `memmem` does.
@inline(__always)
private func contains(_ name: UnsafeRawBufferPointer, _ part: UnsafeRawBufferPointer) -> Bool {
    var rest = unsafe name
    while rest.count >= part.count {
        let start = unsafe rest.baseAddress.unsafelyUnwrapped
        guard let found = unsafe memchr(start, Int32(part[0]), rest.count) else { return false }
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(found) - start)...])
        if unsafe begins(rest, with: part) { return true }
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[1...])
    }
    return false
}
