// What libFuzzer calls. QUIRE_FUZZ_TARGET names the target; with QUIRE_FUZZ_SEEDS the seeds are written into that folder.

import Foundation

private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["QUIRE_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else { fatalError("there is no target \(name)") }
    return target
}()

/// Called once, before the corpus is read.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzerInitialize(
    _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["QUIRE_FUZZ_SEEDS"] else { return 0 }
    do {
        for (index, seed) in try target.seeds().enumerated() {
            try Data(seed).write(to: URL(fileURLWithPath: folder).appendingPathComponent("seed-\(index)"))
        }
    } catch { fatalError("\(error)") }
    return 0
}

/// Called with every input; stops the program at a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    do { try target.run(bytes) } catch { fatalError("\(target.rawValue): \(error)") }
    return 0
}
