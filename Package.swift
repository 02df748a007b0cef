// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
    name: "Quire",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Quire", targets: ["Quire"]),
        .executable(name: "quire", targets: ["QuireTool"]),
    ],
    targets: [
        .target(name: "QuireStorage", swiftSettings: settings),
        .target(name: "Quire", dependencies: ["QuireStorage"], swiftSettings: settings),
        .executableTarget(name: "QuireTool", dependencies: ["QuireStorage"], swiftSettings: settings),
        .executableTarget(
            name: "portfolio", dependencies: ["Quire"], path: "Sources/Portfolio", swiftSettings: settings),
        .target(
            name: "QuireTestSupport", dependencies: ["QuireStorage"], path: "Tests/QuireTestSupport",
            swiftSettings: settings),
        .executableTarget(
            name: "quire-torture", dependencies: ["QuireStorage", "QuireTestSupport"], path: "Tests/QuireTorture",
            swiftSettings: settings),
        .testTarget(
            name: "QuireStorageTests", dependencies: ["QuireStorage", "QuireTestSupport"], swiftSettings: settings),
        .testTarget(name: "QuireTests", dependencies: ["Quire", "QuireTestSupport"], swiftSettings: settings),
        .testTarget(
            name: "QuireMainActorTests", dependencies: ["Quire"],
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "QuireToolTests", dependencies: ["QuireTool", "portfolio", "Quire"],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "FormatTests", dependencies: ["QuireStorage", "QuireTestSupport"], exclude: ["Golden"],
            swiftSettings: settings),
        .testTarget(
            name: "FuzzTests", dependencies: ["Quire", "QuireStorage", "QuireTestSupport"], swiftSettings: settings),
    ]
)
