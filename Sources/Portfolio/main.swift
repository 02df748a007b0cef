// portfolio [DIRECTORY] [--objects N]

import Foundation

var directory: URL?
var objectCount: Int?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    if argument == "--objects" {
        guard let number = arguments.popFirst().flatMap({ Int($0) }), number >= 2 else { usage() }
        objectCount = number
    } else if argument.hasPrefix("-") {
        usage()
    } else {
        directory = URL(fileURLWithPath: argument, isDirectory: true)
    }
}

func usage() -> Never {
    print("usage: portfolio [DIRECTORY] [--objects N]")
    exit(2)
}

let isTemporary = directory == nil
let place = directory ?? FileManager.default.temporaryDirectory.appending(path: "portfolio-\(UUID().uuidString)")
do {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { if isTemporary { try? FileManager.default.removeItem(at: place) } }
    if let objectCount {
        #if DEBUG
            print("This is a debug build, whose figures would say nothing. Ask for them with:")
            print("    swift run -c release portfolio --objects \(objectCount)")
        #else
            try Bulk(directory: place, objectCount: objectCount).run()
        #endif
    } else {
        try Demo(directory: place).run()
    }
} catch {
    print("portfolio: \(error)")
    exit(1)
}
