// Equality, and the way through the compiler's own Codable.

extension List: Equatable where Element: Equatable {
    /// Two managed lists are equal if they are the same property of the same object; two unmanaged ones if their
    /// elements are. One of each: never.
    public static func == (a: List, b: List) -> Bool {
        switch (a.place, b.place) {
        case (nil, nil): a.unmanagedElements == b.unmanagedElements
        case (let first?, let second?): first.isSamePlace(as: second)
        default: false
        }
    }
}

extension List: Decodable where Element: Decodable {
    /// An unmanaged list; `null` is an empty one.
    public convenience init(from decoder: any Decoder) throws {
        self.init()
        if try decoder.singleValueContainer().decodeNil() { return }
        unmanagedElements = try [Element](from: decoder)
    }
}

extension List: Encodable where Element: Encodable {
    /// An array of the elements, managed or not; what cannot be read is thrown.
    public func encode(to encoder: any Encoder) throws { try encodeElements(to: encoder) }
}
