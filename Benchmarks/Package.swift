// swift-tools-version: 6.2
// Speed of Quire through its public interface, beside SQLite and LMDB.
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// Peers are libraries of the system, which not every machine has: QUIRE_BENCH_WITHOUT=lmdb,sqlite leaves them out.
let without = Set((Context.environment["QUIRE_BENCH_WITHOUT"] ?? "").split(separator: ",").map(String.init))

var engines: [Target.Dependency] = ["QuireEngine"]
var engineSettings = settings
var peers: [Target] = []
if !without.contains("sqlite") {
    engines.append("SQLiteEngine")
    engineSettings.append(.define("QUIRE_BENCH_SQLITE"))
    peers += [
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(name: "SQLiteEngine", dependencies: ["CSQLite", "Workloads"], swiftSettings: settings),
    ]
}
if !without.contains("lmdb") {
    engines.append("LMDBEngine")
    engineSettings.append(.define("QUIRE_BENCH_LMDB"))
    peers += [
        .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
        .target(name: "LMDBEngine", dependencies: ["CLMDB", "Workloads"], swiftSettings: settings),
    ]
}

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    dependencies: [.package(name: "Quire", path: "..")],
    targets: peers + [
        .target(name: "Workloads", swiftSettings: settings),
        .target(
            name: "QuireEngine", dependencies: ["Workloads", .product(name: "Quire", package: "Quire")],
            swiftSettings: settings),
        .target(name: "Report", dependencies: ["Workloads"], swiftSettings: settings),
        .executableTarget(
            name: "compare", dependencies: engines + ["Workloads", "Report"], swiftSettings: engineSettings),
        .testTarget(
            name: "QuireMeasures",
            dependencies: [
                "Workloads", "QuireEngine", "Report", .product(name: "Quire", package: "Quire"),
            ], swiftSettings: settings),
    ]
)
