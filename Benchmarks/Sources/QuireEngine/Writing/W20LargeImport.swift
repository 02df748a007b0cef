// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Foundation
import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: LargeImport) throws -> Turns? {
        let json = workspace.freshFile("deliveries.json")
        try work.write(to: json)
        return Turns { [self] in
            let file = workspace.freshFile("deliveries.quire")
            defer { workspace.remove(file) }
            let numbers = try ChildOrder(["import", json.path, file.path]).run(by: self, expecting: 3)
            return ([numbers[0], numbers[1]], [.count(Int(numbers[2]))])
        }
    }

    /// In the child: bytes, nanoseconds, objects.
    static func importDeliveries(_ order: ChildOrder) throws -> [Double] {
        let (json, file) = (URL(fileURLWithPath: order.words[1]), URL(fileURLWithPath: order.words[2]))
        let realm = try Realm(configuration: configuration(file, [Delivery.self]))
        let time = try nanoseconds {
            // timed: W20
            try realm.importJSON(Delivery.self, contentsOf: json)
            // end
        }
        let peak = try PeakMemory.bytes()
        return [peak, time, Double(realm.objects(Delivery.self).count)]
    }
}
