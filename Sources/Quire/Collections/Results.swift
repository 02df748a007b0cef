// A lazy, live view of objects.

import QuireStorage

/// A lazy, live view of the objects of a class.
public struct Results<Element> {
    let binding: ClassBinding?

    /// All objects of a class.
    init(all binding: ClassBinding) { self.binding = binding }
}
