// The workloads in the order in which they run.

/// All workloads. W14 needs two threads and joins this list with them.
package var allWorkloads: [any Workload.Type] {
    [
        W1.self, W2.self, W3.self, W3i.self, W4.self, W5.self, W6.self, W7.self, W8.self, W8r.self, W9.self, W10.self,
        W11.self, W12.self, W13.self, W15.self, W16.self, W17.self, W19.self,
    ]
}
