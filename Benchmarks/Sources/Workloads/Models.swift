// The classes of the standard workloads.

public import Foundation
public import Quire

/// Something that can be bought.
public final class Product: Object {
    /// "P" and seven digits.
    @Persisted(primaryKey: true) public var id: String
    /// "Product name", a number and eight random letters.
    @Persisted public var name: String
    /// 0..<1000.
    @Persisted public var price: Double = 0
    /// 0..<100.
    @Persisted(indexed: true) public var category: Int = 0
    /// Within some three years.
    @Persisted public var createdAt = Date(timeIntervalSince1970: 0)
    /// The positions in this product, kept by the store.
    @Persisted(originProperty: "product") public var items: LinkingObjects<PortfolioItem>
}

/// A position in a product.
public final class PortfolioItem: Object {
    /// "I" and eight digits.
    @Persisted(primaryKey: true) public var id: String
    /// The key of `product`, as the payload names it.
    @Persisted public var productId: String
    /// 0..<10000.
    @Persisted public var balance: Double
    /// What it is a position in.
    @Persisted public var product: Product?
}

/// A position that is found by a number.
public final class NumberedItem: Object {
    /// 0, 1, 2, …
    @Persisted(primaryKey: true) public var id: Int
    /// The key of a product.
    @Persisted public var productId: String
    /// 0..<10000.
    @Persisted public var balance: Double
}

/// An ordered list of positions.
public final class Watchlist: Object {
    /// Any number.
    @Persisted(primaryKey: true) public var id: Int
    /// Its positions; one may occur more than once.
    @Persisted public var items: List<PortfolioItem>
}
