// swift-tools-version: 6.2
// Speed of Quire through its public interface, and LMDB beside it where QUIRE_BENCH_LMDB=1 asks for it.
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// LMDB is a library of the system (`liblmdb-dev`, `brew install lmdb`), which not every machine has.
let hasLMDB = Context.environment["QUIRE_BENCH_LMDB"] == "1"

var benchDependencies: [Target.Dependency] = ["Workloads"]
var benchSettings = settings
var peers: [Target] = []
if hasLMDB {
    benchDependencies.append("LMDBPeer")
    benchSettings.append(.define("QUIRE_BENCH_LMDB"))
    peers = [
        .systemLibrary(
            name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
        .target(name: "LMDBPeer", dependencies: ["CLMDB", "Workloads"], swiftSettings: settings),
    ]
}

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    dependencies: [.package(name: "Quire", path: "..")],
    targets: peers + [
        .target(name: "Workloads", dependencies: [.product(name: "Quire", package: "Quire")], swiftSettings: settings),
        .executableTarget(name: "bench", dependencies: benchDependencies, swiftSettings: benchSettings),
        .testTarget(
            name: "QuireMeasures",
            dependencies: ["Workloads", .product(name: "Quire", package: "Quire")], swiftSettings: settings),
    ]
)
