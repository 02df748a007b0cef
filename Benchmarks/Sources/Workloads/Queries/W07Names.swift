// W7: texts that contain something, and texts that begin with something.

/// The number of names that contain "99", and of those that begin with "Product name 12".
package struct NameSearch: Workload {
    package static let name = "W7"
    package static let work = "count the names that contain \"99\", and those that begin with \"Product name 12\""
    package static let infix = "99"
    package static let prefix = "Product name 12"
    package let turns = 5
    package let warmUps = 1
    package let rows = [
        Row("W7 contains", .milliseconds, bar: .atMost(2)), Row("W7 begins", .milliseconds, bar: .atMost(2)),
    ]
    package let expected: [Answer]

    package init(_ data: StandardData) {
        expected = [
            .count("names with \"99\"", data.products.count { $0.name.contains(Self.infix) }),
            .count("names from \"Product name 12\"", data.products.count { $0.name.hasPrefix(Self.prefix) }),
        ]
    }
}
