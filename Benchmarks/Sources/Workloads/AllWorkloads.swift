// The workloads in the order in which they run.

/// All workloads. W4–W7, W14 and W16 need queries, or two threads, and join this list with them.
package var allWorkloads: [any Workload.Type] {
    [
        W1.self, W2.self, W3.self, W3i.self, W8.self, W8r.self, W9.self, W10.self, W11.self, W12.self, W13.self,
        W15.self, W17.self, W19.self,
    ]
}
