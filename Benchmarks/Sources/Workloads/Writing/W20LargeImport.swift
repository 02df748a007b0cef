// W20: peak memory of importing a large JSON file.

package import Foundation

/// Imports a file of flat objects in a child process, which tells its own time and peak memory.
package struct LargeImport: Workload {
    package static let name = "W20"
    package static let work = "import a 79.5 MB JSON file of 234,908 objects: peak memory of the process, and time"
    /// Objects in the file.
    package let count: Int
    package let rows = [
        Row("W20 memory", .megabytes, bar: .atMost(150)), Row("W20 time", .seconds, bar: .atMost(1)),
    ]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        count = data.scaled(234_908)
        expected = [.count("objects", count)]
    }

    /// Writes the JSON.
    package func write(to file: URL) throws {
        try StandardData.writeDeliveries(count, to: file)
    }
}
