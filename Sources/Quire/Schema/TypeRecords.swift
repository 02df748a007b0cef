// Reads the type records that the compiler puts into every image. Only records of classes whose chain of superclasses,
// as the records give it, may lead to the class in question are turned into metadata; a test at start-up (see
// `ModelClasses`) proves that the layout is the expected one.

#if os(Linux)

    /// The runtime calls `body` with the sections of each image until it answers false.
    @_silgen_name("swift_enumerateAllMetadataSections")
    private func enumerateMetadataSections(
        _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Bool, _ context: UnsafeMutableRawPointer?
    )

    /// The classes of the process.
    enum TypeRecords {
        /// The non-generic subclasses of a class.
        static func subclasses(of base: AnyClass) -> [AnyClass]? {
            var found = unsafe Collector(base: descriptor(of: base))
            unsafe withUnsafeMutablePointer(to: &found) { collector in
                unsafe enumerateMetadataSections(
                    { sections, context in
                        guard let context = unsafe context else { return false }
                        unsafe context.assumingMemoryBound(to: Collector.self).pointee.read(sections)
                        return true
                    }, UnsafeMutableRawPointer(collector))
            }
            return found.classes
        }

        /// The descriptor stands behind the class's own words: kind, superclass, two reserved words, then flags.
        private static func descriptor(of type: AnyClass) -> UnsafeRawPointer? {
            unsafe (unsafeBitCast(type, to: UnsafeRawPointer.self) + descriptorOffset)
                .loadUnaligned(as: UnsafeRawPointer?.self)
        }

        #if canImport(ObjectiveC)
            private static let descriptorOffset = 64
        #else
            /// kind, superclass, flags and address point (u32), sizes (u32, u16, u16), class size and address (u32).
            private static let descriptorOffset = 40
        #endif
    }

    /// Collects subclasses.
    @safe
    private struct Collector {
        let base: UnsafeRawPointer?
        var classes: [AnyClass] = []

        private static let classKind: UInt32 = 16
        private static let genericFlag: UInt32 = 0x80

        init(base: UnsafeRawPointer?) { unsafe self.base = base }

        /// The sections of one image: a version, three pointers, then pairs of start and length.
        mutating func read(_ sections: UnsafeRawPointer) {
            let typeRecords = 64
            guard let start = unsafe sections.loadUnaligned(fromByteOffset: typeRecords, as: UnsafeRawPointer?.self)
            else {
                return
            }
            let length = unsafe sections.loadUnaligned(fromByteOffset: typeRecords + 8, as: Int.self)
            for offset in stride(from: 0, to: length - 3, by: 4) {
                if let descriptor = unsafe context(start + offset) { unsafe consider(descriptor) }
            }
        }

        /// A record is a relative pointer whose lowest two bits say: direct, or through another pointer.
        private func context(_ record: UnsafeRawPointer) -> UnsafeRawPointer? {
            let relative = unsafe Int(record.loadUnaligned(as: Int32.self))
            let address = unsafe record + (relative & ~3)
            switch relative & 3 {
            case 0: return unsafe address
            case 1: return unsafe address.loadUnaligned(as: UnsafeRawPointer?.self)
            default: return nil
            }
        }

        private mutating func consider(_ descriptor: UnsafeRawPointer) {
            let flags = unsafe descriptor.loadUnaligned(as: UInt32.self)
            guard flags & 31 == Self.classKind, flags & Self.genericFlag == 0, unsafe descriptor != base,
                unsafe mayDescend(descriptor)
            else { return }
            let accessor = unsafe descriptor + 12
            let relative = unsafe Int(accessor.loadUnaligned(as: Int32.self))
            guard relative != 0 else { return }
            typealias Accessor = @convention(c) (Int) -> UnsafeRawPointer
            let function = unsafe unsafeBitCast(accessor + relative, to: Accessor.self)
            let type = unsafe unsafeBitCast(function(0), to: Any.Type.self)
            if let found = type as? AnyClass { classes.append(found) }
        }

        /// Follows the names of superclasses that are references to descriptors; true where one is spelled out.
        private func mayDescend(_ descriptor: UnsafeRawPointer) -> Bool {
            var current = unsafe descriptor
            for _ in 0..<64 {
                guard let name = unsafe superclassName(current) else { return false }
                let relative = unsafe Int((name + 1).loadUnaligned(as: Int32.self))
                switch unsafe name.load(as: UInt8.self) {
                case 1: unsafe current = name + 1 + relative
                case 2:
                    guard
                        let target = unsafe (name + 1 + relative).loadUnaligned(as: UnsafeRawPointer?.self)
                    else { return false }
                    unsafe current = target
                default: return true
                }
                if unsafe current == base { return true }
                let flags = unsafe current.loadUnaligned(as: UInt32.self)
                guard flags & 31 == Self.classKind else { return false }
            }
            return false
        }

        private func superclassName(_ descriptor: UnsafeRawPointer) -> UnsafeRawPointer? {
            let field = unsafe descriptor + 20
            let relative = unsafe Int(field.loadUnaligned(as: Int32.self))
            return unsafe relative == 0 ? nil : field + relative
        }
    }
#endif
