// The classes of a small investing app.

import Foundation
import Quire

/// Something that can be bought. The payload nests its issuer; only the issuer's name is kept, by key path.
final class Product: Object {
    @Persisted(primaryKey: true) var id: String
    @Persisted var name: String
    @Persisted(json: .path("issuer", "name")) var issuer: String
    @Persisted var notes: List<Note>
    /// Which items belong to this product? Kept by the store, never sent by the server.
    @Persisted(originProperty: "product") var items: LinkingObjects<PortfolioItem>
}

/// A position. The payload names its product by `productId`.
final class PortfolioItem: Object {
    @Persisted(primaryKey: true) var id: String
    @Persisted var balance: Double
    @Persisted(json: .id("productId")) var product: Product?
}

/// A remark without a key of its own; it lives inside its product.
final class Note: EmbeddedObject {
    @Persisted var text: String
}

/// Products in an order of the user's: the payload lists ids, or whole objects, or both.
final class Watchlist: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var title: String
    @Persisted(json: .firstOf("products", "product_ids")) var products: List<Product>
}

let classes: [Object.Type] = [Product.self, PortfolioItem.self, Note.self, Watchlist.self]
