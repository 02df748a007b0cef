// The side of LMDBEngine in W07Names.

import Foundation
import Workloads

/// W7.
final class LMDBNames: Contender {
    private let environment: Environment
    private let infix = PackedTexts([NameSearch.infix])
    private let prefix = PackedTexts([NameSearch.prefix])
    private var found: [Answer.Value] = []

    init(_ engine: LMDBEngine) throws {
        environment = try engine.opened()
    }

    /// Counts names; its nanoseconds.
    @inline(__always)
    private func count(_ count: inout Int, _ matches: (UnsafeRawBufferPointer) -> Bool) throws -> Double {
        try nanoseconds {
            try environment.read {
                try unsafe $0.scan(environment.products) { _, record in
                    if unsafe matches(ProductRecord.name(record)) { count &+= 1 }
                }
            }
        }
    }

    func turn() throws -> [Double?] {
        let (infix, prefix) = unsafe (infix[0], prefix[0])
        var (containing, beginning) = (0, 0)
        let times = [
            try unsafe count(&containing) { unsafe Self.contains($0, infix) },
            try unsafe count(&beginning) { unsafe Self.begins($0, with: prefix) },
        ]
        found = [.count(containing), .count(beginning)]
        return times
    }

    @inline(__always)
    private static func begins(_ name: UnsafeRawBufferPointer, with part: UnsafeRawBufferPointer) -> Bool {
        guard name.count >= part.count else { return false }
        return unsafe memcmp(name.baseAddress.unsafelyUnwrapped, part.baseAddress.unsafelyUnwrapped, part.count) == 0
    }

    /// From one occurrence of the part's first byte to the next, as `memmem` does.
    @inline(__always)
    private static func contains(_ name: UnsafeRawBufferPointer, _ part: UnsafeRawBufferPointer) -> Bool {
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

    func answers() -> [Answer.Value]? { found }
}
