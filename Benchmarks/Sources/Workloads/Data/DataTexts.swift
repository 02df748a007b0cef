// The texts of the standard data as a C program would hold them.

/// Packed before a clock runs.
package final class DataTexts: Sendable {
    /// The keys of the items.
    package let itemKeys: PackedTexts
    /// The keys of the products.
    package let productKeys: PackedTexts
    /// The names of the products.
    package let names: PackedTexts

    /// Packs the texts of the data.
    package init(_ data: StandardData) {
        itemKeys = PackedTexts(data.items.lazy.map(\.id))
        productKeys = PackedTexts(data.products.lazy.map(\.id))
        names = PackedTexts(data.products.lazy.map(\.name))
    }
}
