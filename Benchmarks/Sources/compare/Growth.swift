import Workloads
extension Run {
    mutating func growth() throws {}
    mutating func special() throws {}
}
struct SpecialCase { static let all: [SpecialCase] = []; let workloads: [any Workload.Type] }
