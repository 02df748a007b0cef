// The classes of the standard workloads.

package import Foundation
package import Quire

/// Something that can be bought.
package final class Product: Object {
    /// "P" and seven digits.
    @Persisted(primaryKey: true) package var id: String
    /// "Product name", a number and eight random letters.
    @Persisted package var name: String
    /// 0..<1000.
    @Persisted package var price: Double = 0
    /// 0..<100.
    @Persisted(indexed: true) package var category: Int = 0
    /// Within some three years.
    @Persisted package var createdAt = Date(timeIntervalSince1970: 0)
    /// The positions in this product, kept by the store.
    @Persisted(originProperty: "product") package var items: LinkingObjects<PortfolioItem>
}

/// A position in a product.
package final class PortfolioItem: Object {
    /// "I" and eight digits.
    @Persisted(primaryKey: true) package var id: String
    /// The key of `product`, as the payload names it.
    @Persisted package var productId: String
    /// 0..<10000.
    @Persisted package var balance: Double
    /// What it is a position in.
    @Persisted package var product: Product?
}

/// A position that is found by a number.
package final class NumberedItem: Object {
    /// 0, 1, 2, …
    @Persisted(primaryKey: true) package var id: Int
    /// The key of a product.
    @Persisted package var productId: String
    /// 0..<10000.
    @Persisted package var balance: Double
}

/// An ordered list of positions.
package final class Watchlist: Object {
    /// Any number.
    @Persisted(primaryKey: true) package var id: Int
    /// Its positions; one may occur more than once.
    @Persisted package var items: List<PortfolioItem>
}

/// A parcel on its way: ten members as a server sends them.
package final class Delivery: Object {
    /// 0, 1, 2, …
    @Persisted(primaryKey: true) package var id: Int
    /// Who gets it.
    @Persisted package var customer: String
    /// Where to.
    @Persisted package var street: String
    /// Where to.
    @Persisted package var city: String
    /// Who brings it.
    @Persisted package var carrier: String
    /// In kilograms.
    @Persisted package var weight: Double
    /// How many.
    @Persisted package var parcels: Int
    /// Nothing is left to pay.
    @Persisted package var isPaid: Bool
    /// When it was ordered.
    @Persisted package var placedAt: Date
    /// For who brings it.
    @Persisted package var note: String
}
