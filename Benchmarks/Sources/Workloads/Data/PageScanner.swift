// The pages of `nestedPage` read as an expert would by hand for an engine that has no importer: keys and texts stay
// slices of the page.

import Foundation

/// Walks the objects of a page that has the members `id`, `productId`, `balance` and `product` with `id` and `name`, in
/// this order and without escapes. A page of another form is refused.
@unsafe
package struct PageScanner {
    /// An object; its texts are slices of the page.
    @unsafe
    package struct Object {
        /// The key.
        package var id: UnsafeRawBufferPointer
        /// The key of the product.
        package var product: UnsafeRawBufferPointer
        /// The name of the product.
        package var name: UnsafeRawBufferPointer
        /// The balance.
        package var balance: Double
    }

    private let page: UnsafeRawBufferPointer
    private var place = 0

    /// A page that ends with a byte that is no digit, as all do.
    package init(_ page: UnsafeRawBufferPointer) {
        unsafe self.page = unsafe page
    }

    /// The next object; nil at the end.
    package mutating func next() throws -> Object? {
        guard let id = try unsafe text(after: #""id":"#) else { return nil }
        guard let product = try unsafe text(after: #","productId":"#),
            let balance = try unsafe number(after: #","balance":"#),
            let nested = try unsafe text(after: #","product":{"id":"#), let name = try unsafe text(after: #","name":"#),
            unsafe product.elementsEqual(nested)
        else { throw WrongAnswer("The page has an object that is cut off at byte \(unsafe place).") }
        return unsafe Object(id: id, product: product, name: name, balance: balance)
    }

    /// Moves behind a member's name, over brackets and white space before it; false at the end of the page.
    private mutating func move(behind name: StaticString) throws -> Bool {
        let first = unsafe name.utf8Start.pointee
        while unsafe place < page.count, unsafe page[place] != first {
            let byte = unsafe page[place]
            // [ ] { } comma, blank, newline
            guard byte == 91 || byte == 93 || byte == 123 || byte == 125 || byte == 44 || byte == 32 || byte == 10
            else {
                throw WrongAnswer("The page has byte \(byte) where \(name) was expected.")
            }
            unsafe place += 1
        }
        let length = name.utf8CodeUnitCount
        guard unsafe place + length < page.count else { return false }
        guard unsafe memcmp(page.baseAddress.unsafelyUnwrapped + place, name.utf8Start, length) == 0 else {
            throw WrongAnswer("The page has something else at byte \(unsafe place) than \(name).")
        }
        unsafe place += length
        return true
    }

    private mutating func text(after name: StaticString) throws -> UnsafeRawBufferPointer? {
        guard try unsafe move(behind: name), unsafe page[place] == 34 else { return nil }
        let start = unsafe page.baseAddress.unsafelyUnwrapped + (place + 1)
        guard let end = unsafe memchr(start, 34, page.count - place - 1) else { return nil }
        let length = unsafe UnsafeRawPointer(end) - start
        unsafe place += length + 2
        return unsafe UnsafeRawBufferPointer(start: start, count: length)
    }

    private mutating func number(after name: StaticString) throws -> Double? {
        guard try unsafe move(behind: name) else { return nil }
        let start = unsafe page.baseAddress.unsafelyUnwrapped + place
        var end: UnsafeMutablePointer<CChar>?
        let value = unsafe strtod(start.assumingMemoryBound(to: CChar.self), &end)
        guard let end = unsafe end else { return nil }
        let length = unsafe UnsafeRawPointer(end) - start
        unsafe place += length
        return length > 0 ? value : nil
    }
}
