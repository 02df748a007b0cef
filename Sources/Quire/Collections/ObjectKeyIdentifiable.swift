// Identity for SwiftUI's ForEach and everything else that wants `Identifiable`.

/// Makes a model class `Identifiable`: the same row has the same `id` for as long as its Realm is open, whichever
/// accessor shows it; an unmanaged object is identified by its instance.
public protocol ObjectKeyIdentifiable: Identifiable {
    var id: UInt64 { get }
}
