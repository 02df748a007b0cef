// One file per workload: what stands between "timed" and "end" is timed, and is printed from here.

import Quire
package import Workloads

extension QuireEngine {
    package func contender(_ work: WideClass) -> Turns? {
        let (count, numbers, changed, value) = (work.count, work.read, work.changed, WideClass.value)
        return Turns { [workspace] in
            let file = workspace.freshFile("wide.quire")
            defer { workspace.remove(file) }
            let realm = try Realm(configuration: QuireEngine.configuration(file, [WideRecord.self]))
            let insert = try nanoseconds {
                // timed: X1
                try realm.write {
                    for number in 0..<count {
                        let record = WideRecord()
                        record.id = number
                        record.fill(from: Double(number))
                        realm.add(record)
                    }
                }
                // end
            }
            let read = timed {
                // timed: X1
                var sum = 0.0
                for number in numbers { sum += realm.object(ofType: WideRecord.self, forPrimaryKey: number)?.p100 ?? 0 }
                return sum
                // end
            }
            let set = try nanoseconds {
                // timed: X1
                try realm.write {
                    for number in changed { realm.object(ofType: WideRecord.self, forPrimaryKey: number)?.p150 = value }
                }
                // end
            }
            let after = realm.objects(WideRecord.self).sum(of: \.p150)
            return ([insert, read.time, set], [.sum(read.result), .sum(after)])
        }
    }
}
