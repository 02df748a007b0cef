// What the tests of the reading layer share.

@testable import Quire

/// Lends the bytes of a text.
func withBytes<R>(_ text: String, _ body: (JSONBytes) -> R) -> R {
    unsafe Array(text.utf8).withUnsafeBytes { buffer in body(unsafe JSONBytes(buffer)) }
}

/// Runs `body` with a reader over a text's bytes.
func withReader<R>(_ bytes: [UInt8], depthLimit: Int = 512, _ body: (inout JSONReader) throws -> R) rethrows -> R {
    try unsafe bytes.withUnsafeBytes { buffer in
        var reader = unsafe JSONReader(JSONBytes(buffer), depthLimit: depthLimit)
        return try body(&reader)
    }
}

/// Passes over a whole document; nil if it is JSON.
func faultOfSkipping(_ bytes: [UInt8], depthLimit: Int = 512) -> JSONFault? {
    withReader(bytes, depthLimit: depthLimit) { reader in
        do throws(JSONFault) {
            try reader.skipValue(depth: 0)
            try reader.finish()
            return nil
        } catch { return error }
    }
}

/// Reads a whole document as a value; nil if it is JSON.
func faultOfReading(_ bytes: [UInt8], depthLimit: Int = 512) -> JSONFault? {
    withReader(bytes, depthLimit: depthLimit) { reader in
        do throws(JSONFault) {
            _ = try reader.value(depth: 0)
            try reader.finish()
            return nil
        } catch { return error }
    }
}

func jsonValue(_ text: String) -> JSONValue? {
    withReader(Array(text.utf8)) { reader in
        guard let value = try? reader.value(depth: 0), (try? reader.finish()) != nil else { return nil }
        return value
    }
}

/// Numbers that a seed determines (SplitMix64).
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
