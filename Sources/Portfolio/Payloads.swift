// What a server sends, page by page. The example writes these to files and imports the files.

enum Payloads {
    /// Products, each with its issuer and its notes nested.
    static let products = """
        {
          "page": 1,
          "products": [
            { "id": "P1", "name": "Global Shares", "issuer": { "name": "Northern Trust House", "country": "DE" },
              "notes": [ { "text": "accumulating" }, { "text": "saver's plan" } ] },
            { "id": "P2", "name": "Euro Bonds", "issuer": { "name": "Harbour Bank", "country": "NL" }, "notes": [] }
          ]
        }
        """

    /// Items that name their product. P3 has not been sent yet.
    static let firstPage = """
        [
          { "id": "I1", "balance": 1200.5, "productId": "P1" },
          { "id": "I2", "balance": 300, "productId": "P3" },
          { "id": "I3", "balance": 99.5, "productId": "P1" },
          { "id": "I4", "balance": 50, "productId": "P2" },
          { "id": "I5", "balance": 700, "productId": "P3" }
        ]
        """

    /// A list of ids; P3 is in the middle.
    static let watchlist = """
        { "id": 7, "title": "Later", "product_ids": ["P2", "P3", "P1"] }
        """

    /// The missing product, this time nested in the watchlist's own form.
    static let secondPage = """
        {
          "products": [
            { "id": "P3", "name": "Gold", "issuer": { "name": "Harbour Bank", "country": "NL" },
              "notes": [ { "text": "physical" } ] }
          ]
        }
        """

    /// Two mistakes among good rows.
    static let badPage = """
        [
          { "id": "I6", "balance": 10, "productId": "P1" },
          { "id": "I7", "balance": "a lot", "productId": "P2" },
          { "id": null, "balance": 5, "productId": "P3" }
        ]
        """
}
