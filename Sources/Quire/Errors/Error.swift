// The one error type of the object layer.

extension Realm {
    /// What went wrong, in one sentence, with the parts that it concerns: every throwing call of the object layer
    /// throws this type or JSONImportError.
    public struct Error: Swift.Error, Sendable, CustomStringConvertible {
        /// The reason.
        public let code: Code
        /// One sentence: what, where, and what to do.
        public let message: String
        /// The path of the file, if one is concerned.
        public let file: String?
        /// The page of the file, if one is concerned.
        public let page: UInt32?
        /// The class, if one is concerned.
        public let className: String?
        /// The property, if one is concerned.
        public let property: String?
        /// The error of the system or of the user's closure below this one.
        public let cause: (any Swift.Error)?
        /// The message.
        public var description: String { message }

        init(
            _ code: Code, _ message: String, file: String? = nil, page: UInt32? = nil, className: String? = nil,
            property: String? = nil, cause: (any Swift.Error)? = nil
        ) {
            self.code = code
            self.message = message
            self.file = file
            self.page = page
            self.className = className
            self.property = property
            self.cause = cause
        }
    }
}
