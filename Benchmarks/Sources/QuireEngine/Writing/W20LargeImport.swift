// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Foundation
import Quire
import Workloads

/// W20.
final class QuireLargeImport: Contender {
    private let engine: QuireEngine
    private let json: URL
    private var count = 0

    init(_ workload: LargeImport, _ engine: QuireEngine) throws {
        self.engine = engine
        json = engine.workspace.freshFile("deliveries.json")
        try workload.write(to: json)
    }

    deinit { engine.workspace.remove(json) }

    func turn() throws -> [Double?] {
        let file = engine.workspace.freshFile("deliveries.quire")
        defer { engine.workspace.remove(file) }
        let numbers = try ChildOrder(["import", json.path, file.path]).run(by: engine, expecting: 3)
        count = Int(numbers[2])
        return [numbers[0], numbers[1]]
    }

    func answers() -> [Answer.Value]? { [.count(count)] }

    /// In the child: bytes, nanoseconds, objects.
    static func run(json: URL, into file: URL) throws -> [Double] {
        let realm = try Realm(configuration: QuireEngine.configuration(file, [Delivery.self]))
        let time = try nanoseconds {
            // timed: W20
            try realm.importJSON(Delivery.self, contentsOf: json)
            // end
        }
        let peak = try PeakMemory.bytes()
        return [peak, time, Double(realm.objects(Delivery.self).count)]
    }
}
