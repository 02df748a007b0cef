// The workloads in the order in which they run.

/// The standard workloads. W18, a live query's change sets, needs notifications, which are not there yet.
package let standardWorkloads: [any Workload.Type] = [
    Insert.self, Commit.self, Lookup.self, NumberLookup.self, CountOver.self, SumAndAverage.self, SumByCategory.self,
    NameSearch.self, Hop.self, RandomHop.self, Inverse.self, Update.self, Delete.self, Import.self, Open.self,
    BesideWriter.self, OrderedList.self, Sort.self, PropertyRead.self, Churn.self, LargeImport.self,
]

/// Those whose cost is looked at over growing numbers of objects.
package let growthWorkloads: [any Workload.Type] = [
    Insert.self, Lookup.self, Inverse.self, Update.self, Delete.self, Open.self,
]
