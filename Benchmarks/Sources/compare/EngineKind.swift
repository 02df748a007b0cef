// The engines that this program was built with.

import QuireEngine
import Workloads

#if QUIRE_BENCH_LMDB
    import LMDBEngine
#endif
#if QUIRE_BENCH_SQLITE
    import SQLiteEngine
#endif

/// An engine by its name. `allCases` has those that were built in.
enum EngineKind: String, CaseIterable {
    case quire
    #if QUIRE_BENCH_SQLITE
        case sqlite
    #endif
    #if QUIRE_BENCH_LMDB
        case lmdb
    #endif

    /// The engine over some data, in all its ways to be set up.
    func make(_ data: StandardData, _ workspace: Workspace) -> [any Engine] {
        switch self {
        case .quire: return [QuireEngine(data, workspace)]
        #if QUIRE_BENCH_SQLITE
            case .sqlite: return Schema.allCases.map { SQLiteEngine(data, workspace, $0) }
        #endif
        #if QUIRE_BENCH_LMDB
            case .lmdb: return [LMDBEngine(data, workspace)]
        #endif
        }
    }

    /// Why an engine that somebody may look for does not take part; nil for those that do.
    static func absence(of name: String) -> String? {
        if EngineKind(rawValue: name) != nil { return nil }
        switch name {
        case "objectbox":
            return "objectbox: skipped, its C library comes as no package of the system that could be linked here."
        case "lmdb", "sqlite": return "\(name): skipped, left out of this build by QUIRE_BENCH_WITHOUT."
        default: return "\(name): skipped, no engine of this name is known."
        }
    }
}
