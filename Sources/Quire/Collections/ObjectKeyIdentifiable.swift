// Identity for SwiftUI's ForEach and everything else that wants `Identifiable`.

/// Makes a model class `Identifiable`. A class with a property `id` is identified by that; any other by its row: the
/// same row has the same `id` for as long as the file exists, whichever accessor shows it. An unmanaged object is
/// identified by its instance, until it is added.
public protocol ObjectKeyIdentifiable: Identifiable {}

extension ObjectKeyIdentifiable where Self: Object {
    /// The number of the class and of the row; while unmanaged what tells the instance from others.
    public var id: UInt64 {
        guard let binding else { return 0xFFFF << 48 | UInt64(UInt(bitPattern: ObjectIdentifier(self))) }
        return UInt64(binding.table.id.rawValue) << 48 | row.rawValue
    }
}
