// bench [--scale 0.1] [--only W1,W3] [--runs 3]: the standard workloads through the public interface.

import Foundation
import Workloads

#if QUIRE_BENCH_LMDB
    import LMDBPeer
#endif

if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "--open" {
    // The child of W13.
    try W13.openAndRead(file: URL(fileURLWithPath: CommandLine.arguments[2]), key: CommandLine.arguments[3])
    exit(0)
}
guard let options = Options(CommandLine.arguments.dropFirst()) else {
    print(Options.usage)
    print("workloads: \(allWorkloads.map { $0.name }.joined(separator: ", "))")
    exit(2)
}
#if DEBUG
    print("This is a debug build, whose figures say nothing: swift run -c release --package-path Benchmarks bench")
    exit(2)
#endif

/// Runs what was asked for, and prints rows as soon as a workload is done.
func run(_ options: Options) throws {
    #if QUIRE_BENCH_LMDB
        let peers: [any Peer] = [LMDBPeer()]
    #else
        let peers: [any Peer] = []
        print("LMDB is not built in; QUIRE_BENCH_LMDB=1 adds it (needs liblmdb-dev).")
    #endif
    let bench = try Bench(scale: options.scale, peers: peers)
    defer {
        for peer in peers { peer.close() }
        bench.removeFiles()
    }
    if Stopwatch.countsProcessorTime { print("Times are processor times, without waiting for the disk.") }
    print("scale \(options.scale), \(bench.data.objectCount) objects, \(options.runs) runs")
    print(Table.header)
    for type in allWorkloads where options.wants(type.name) {
        var table = Table()
        var workload = try type.init(bench)
        for _ in 0..<options.runs {
            for figure in try workload.run(bench) { table.add(figure, statement: type.statement) }
        }
        for line in table.lines() { print(line) }
        fflush(nil)
    }
}

do { try run(options) } catch {
    print("bench: \(error)")
    exit(1)
}
