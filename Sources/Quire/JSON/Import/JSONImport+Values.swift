// From a value in the document to a value of a column.

import QuireStorage

extension JSONImport {
    /// Reads a property that is no relation.
    mutating func read(_ property: JSONPlanProperty, _ top: Int) -> JSONReading {
        switch locate(property, top) {
        case .nowhere: return .absent
        case .made(let value): return made(value, property, top)
        case .at(let offset): return read(property, at: offset)
        }
    }

    private mutating func read(_ property: JSONPlanProperty, at offset: Int) -> JSONReading {
        reader.position = offset
        guard let kind = try? reader.peekKind() else { return .failed }
        if property.hasTransform, let transform = property.rule.transform, kind != .null || transform.acceptsNull {
            return transformed(transform, property, at: offset)
        }
        if kind == .null { return null(property, at: offset) }
        if property.isList { return list(property, at: offset, kind) }
        if property.takesBytes, kind == .string, let text = try? reader.string(), !text.hasEscapes {
            return .bytes(text)
        }
        guard let value = scalar(at: offset, property, for: property) else { return .failed }
        return .value(value)
    }

    /// What null is for a value or a list of values.
    private mutating func null(_ property: JSONPlanProperty, at offset: Int) -> JSONReading {
        switch property.rule.nullValue ?? .clear {
        case .keep: return .keep
        case .useDefault: return .useDefault
        case .clear:
            if property.isList { return .list([]) }
            if property.isOptional { return .value(.none) }
        case .error: break
        }
        report(.nullForRequired, property, at: offset)
        return .failed
    }

    /// An index or a key: it is not written as a value of its own, so it may have to change its type.
    private mutating func made(_ value: Value, _ property: JSONPlanProperty, _ top: Int) -> JSONReading {
        switch (value, property.type) {
        case (.text, .text), (.int, .int64), (.int, .int32), (.int, .int16), (.int, .int8):
            let offset = frames[top].key.map { $0.offset - 1 } ?? frames[top].offset
            if isInRange(value, property.type) {
                return checked(value, property, for: property, at: offset).map { .value($0) } ?? .failed
            }
            report(.outOfRange, property, at: offset)
            return .failed
        case (.text, _):
            // The key of a dictionary is always text in JSON, also where it stands for a number.
            guard let key = frames[top].key,
                let value = text(key, at: key.offset - 1, property, for: property, coerces: true)
            else { return .failed }
            return .value(value)
        default:
            report(.typeMismatch, property, at: frames[top].offset)
            return .failed
        }
    }

    private mutating func list(_ property: JSONPlanProperty, at offset: Int, _ kind: JSONKind) -> JSONReading {
        guard kind == .array else {
            report(.typeMismatch, property, at: offset, expected: "array of \(property.expected)")
            return .failed
        }
        var values: [Value] = []
        var isFirst = true
        if property.rule.isLossy { lossyDepth += 1 }
        let hadFailed = frames[frames.count - 1].hasFailed
        reader.position = offset
        reader.open()
        // The grammar was checked when the members were found.
        while (try? reader.nextElement(isFirst: isFirst)) == true {
            isFirst = false
            let offset = reader.position
            if let value = element(property, at: offset) { values.append(value) }
            reader.position = offset
            guard (try? reader.skipValue(depth: 0)) != nil else { break }
        }
        if property.rule.isLossy {
            lossyDepth -= 1
            frames[frames.count - 1].hasFailed = hadFailed
        }
        return .list(values)
    }

    private mutating func element(_ property: JSONPlanProperty, at offset: Int) -> Value? {
        if reader.bytes[offset] == UInt8(ascii: "n") {
            if property.isOptional { return Value.none }
            report(.nullForRequired, property, at: offset)
            return nil
        }
        return scalar(at: offset, property, for: property)
    }

    // MARK: - Scalars

    /// The value at an offset as the type of `property`; nil once an issue about `subject` was reported.
    mutating func scalar(
        at offset: Int, _ property: JSONPlanProperty, for subject: JSONPlanProperty
    ) -> Value? {
        let coerces = property.coerces || subject.coerces
        reader.position = offset
        do throws(JSONFault) {
            switch try reader.peekKind() {
            case .string:
                let string = try reader.string()
                return text(string, at: offset, property, for: subject, coerces: coerces)
            case .number:
                let number = try reader.number()
                return self.number(number, property, for: subject, coerces: coerces)
            case .bool:
                let flag = try reader.bool()
                if property.type == .bool { return .bool(flag) }
            case .null, .array, .object:
                break
            }
        } catch {
            return nil
        }
        report(.typeMismatch, subject, at: offset, expected: JSONPlanProperty.typeName(property.type))
        return nil
    }

    private mutating func text(
        _ string: JSONText, at offset: Int, _ property: JSONPlanProperty, for subject: JSONPlanProperty, coerces: Bool
    ) -> Value? {
        var kind = JSONIssue.Kind.typeMismatch
        switch property.type {
        case .text:
            return checked(.text(reader.text(string)), property, for: subject, at: offset)
        case .date:
            if let seconds = reader.withUnescaped(string, property.seconds) { return .date(seconds) }
            if coerces, let value = coercedNumber(string, property, for: subject) { return value }
            kind = .badDate
        case .data:
            if let bytes = reader.withUnescaped(string, JSONBinaryText.base64) { return .data(bytes) }
        case .uuid:
            if let (high, low) = reader.withUnescaped(string, JSONBinaryText.uuid) { return .uuid(high, low) }
        case .bool:
            if coerces, isEqual(string, "true") { return .bool(true) }
            if coerces, isEqual(string, "false") { return .bool(false) }
        case .int8, .int16, .int32, .int64, .float, .double:
            if coerces, let value = coercedNumber(string, property, for: subject) { return value }
        case .link, .list, .reference:
            break
        }
        let expected = JSONPlanProperty.typeName(property.type)
        report(kind, subject, at: offset, expected: property.type == .data ? "Data in base64" : expected)
        return nil
    }

    /// A text that holds one number and nothing else; nil without an issue if it does not, or if the number does not
    /// suit.
    private mutating func coercedNumber(
        _ string: JSONText, _ property: JSONPlanProperty, for subject: JSONPlanProperty
    ) -> Value? {
        guard !string.hasEscapes, string.byteCount > 0 else { return nil }
        let position = reader.position
        defer { reader.position = position }
        reader.position = string.offset
        guard (try? reader.kind(at: string.offset)) == .number, let number = try? reader.number(),
            reader.position == string.end, case .success(let value) = convert(number, property, coerces: false)
        else { return nil }
        return property.caseCoder?.accepts(value) ?? true ? value : nil
    }

    private mutating func number(
        _ number: JSONNumber, _ property: JSONPlanProperty, for subject: JSONPlanProperty, coerces: Bool
    ) -> Value? {
        switch convert(number, property, coerces: coerces) {
        case .success(let value):
            return checked(value, property, for: subject, at: number.offset)
        case .failure(let failure):
            report(
                failure.kind, subject, at: number.offset, expected: JSONPlanProperty.typeName(property.type))
            return nil
        }
    }

    private struct NumberFailure: Error {
        let kind: JSONIssue.Kind
    }

    private func convert(
        _ number: JSONNumber, _ property: JSONPlanProperty, coerces: Bool
    ) -> Result<Value, NumberFailure> {
        let mismatch = Result<Value, NumberFailure>.failure(NumberFailure(kind: .typeMismatch))
        let outOfRange = Result<Value, NumberFailure>.failure(NumberFailure(kind: .outOfRange))
        switch property.type {
        case .int8, .int16, .int32, .int64:
            switch reader.integer(number) {
            case .value(let value):
                return isInRange(.int(value), property.type) ? .success(.int(value)) : outOfRange
            case .mismatch: return mismatch
            case .outOfRange: return outOfRange
            }
        case .double:
            if case .value(let value) = reader.double(number) { return .success(.double(value)) }
            return outOfRange
        case .float:
            if case .value(let value) = reader.float(number) { return .success(.float(value)) }
            return outOfRange
        case .bool:
            guard coerces, case .value(let value) = reader.integer(number), value == 0 || value == 1 else {
                return mismatch
            }
            return .success(.bool(value == 1))
        case .text:
            return coerces ? .success(.text(reader.bytes.text(number.offset, number.byteCount))) : mismatch
        case .date:
            for case .number(let perSecond) in property.dateReaders { return date(number, perSecond, outOfRange) }
            return mismatch
        case .data, .uuid, .link, .list, .reference:
            return mismatch
        }
    }

    /// Whole numbers are shifted before they are divided, so that milliseconds stay exact.
    private func date(
        _ number: JSONNumber, _ perSecond: Double, _ outOfRange: Result<Value, NumberFailure>
    ) -> Result<Value, NumberFailure> {
        let shift = JSONDateText.secondsTo2001 * Int64(perSecond)
        if case .value(let whole) = reader.integer(number), abs(Double(whole)) < 1e17 {
            return .success(.date(Double(whole - shift) / perSecond))
        }
        guard case .value(let value) = reader.double(number) else { return outOfRange }
        return .success(.date(value / perSecond - Double(JSONDateText.secondsTo2001)))
    }

    private func isInRange(_ value: Value, _ type: ColumnType) -> Bool {
        guard case .int(let number) = value else { return true }
        switch type {
        case .int8: return Int8(exactly: number) != nil
        case .int16: return Int16(exactly: number) != nil
        case .int32: return Int32(exactly: number) != nil
        default: return true
        }
    }

    /// Types and ranges are right; what may still be refused is a raw value that no case has, and a long key.
    private mutating func checked(
        _ value: Value, _ property: JSONPlanProperty, for subject: JSONPlanProperty, at offset: Int
    ) -> Value? {
        let binding = property.binding
        if binding.description.isPrimaryKey, !fits(value, binding.table, subject, at: offset) { return nil }
        guard let coder = property.caseCoder, !coder.accepts(value) else { return value }
        report(.unknownEnumCase, subject, at: offset, expected: "a raw value of one of its cases")
        return nil
    }

    /// False, with an issue, for a text that is too long for a key of the table.
    mutating func fits(_ key: Value, _ table: Table, _ subject: JSONPlanProperty, at offset: Int) -> Bool {
        guard case .text(let text) = key, text.utf8.count > table.longestTextKey else { return true }
        report(
            .outOfRange, subject, at: offset,
            expected: "String of at most \(table.longestTextKey) bytes as a key")
        return false
    }

    // MARK: - Transforms

    private mutating func transformed(
        _ transform: JSONTransform, _ property: JSONPlanProperty, at offset: Int
    ) -> JSONReading {
        reader.position = offset
        let value: JSONValue
        do throws(JSONFault) { value = try reader.value(depth: 0) } catch {
            let expected = error.expected(depthLimit: reader.depthLimit)
            report(error.kind, property, at: error.offset, expected: expected)
            return .failed
        }
        let fragment = JSONFragment(bytes: reader.bytes, offset: offset, end: reader.position, value: value)
        do {
            let result = try transform.read(fragment)
            guard let present = unwrapped(result) else {
                if property.isOptional { return .value(.none) }
                report(.nullForRequired, property, at: offset)
                return .failed
            }
            if let value = try property.coder?.coerce(present) {
                return checked(value, property, for: property, at: offset).map { .value($0) } ?? .failed
            }
            report(.typeMismatch, property, at: offset)
        } catch let failure as CoercionFailure {
            report(failure == .outOfRange ? .outOfRange : .typeMismatch, property, at: offset)
        } catch let mismatch as JSONTransformMismatch {
            report(.typeMismatch, property, at: offset, expected: mismatch.expected)
        } catch {
            report(.transformFailed, property, at: offset, found: "\(found(at: offset)): \(error)")
        }
        return .failed
    }
}
