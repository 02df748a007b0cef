// The values of an instance into the row that was just made for it.

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import QuireStorage

extension ObjectWriter {
    /// The key that an unmanaged instance holds; nil for a class without one.
    @inline(__always)
    func key(of object: Object, _ binding: ClassBinding) -> Value? {
        guard let property = binding.primaryKey else { return nil }
        let accessor = property.description.accessor
        let address = unsafe object.storage + accessor.fieldOffset
        switch binding.keyKind {
        case .text: return unsafe .text(address.assumingMemoryBound(to: String.self).pointee)
        case .eight: return unsafe .int(address.load(as: Int64.self))
        default: return accessor.unmanagedValue(object)
        }
    }

    /// Moves all values of an instance, which is the row's accessor already.
    func fill(_ object: Object, _ entry: Entry) {
        let binding = entry.binding
        let steps = binding.fillSteps
        if binding.numberStepCount > 0, !fillNumbers(object, binding, entry.row, steps) { return }
        for index in binding.numberStepCount..<steps.count {
            let step = steps[index]
            let address = unsafe object.storage + step.offset
            switch step.kind {
            case .key, .one, .two, .four, .eight, .date: break
            case .textKey: unsafe address.assumingMemoryBound(to: String.self).pointee = ""
            case .text: unsafe fillText(address.assumingMemoryBound(to: String.self), step, entry)
            case .link: unsafe fillLink(address.assumingMemoryBound(to: Object?.self), step, entry)
            case .general:
                let property = binding.properties[step.index]
                property.description.accessor.moveIn(object, property, self, entry)
            }
        }
    }

    /// The numbers that lie in the leaf; false if the scope is doomed.
    private func fillNumbers(
        _ object: Object, _ binding: ClassBinding, _ row: RowID, _ steps: [FillStep]
    ) -> Bool {
        let location = context.change(nil) { () throws(StorageError) in try binding.table.locateForChange(row) }
        guard let location else { return !context.isDoomed }
        object.take(location)
        unsafe object.writeStamp = object.readStamp
        for index in 0..<binding.numberStepCount {
            let step = steps[index]
            let address = unsafe object.storage + step.offset
            switch step.kind {
            case .one: unsafe object.store(step.wrapperColumn, address.load(as: UInt8.self))
            case .two: unsafe object.store(step.wrapperColumn, address.load(as: UInt16.self))
            case .four: unsafe object.store(step.wrapperColumn, address.load(as: UInt32.self))
            case .eight: unsafe object.store(step.wrapperColumn, address.load(as: UInt64.self))
            case .date:
                let date = unsafe address.assumingMemoryBound(to: Date.self).pointee
                object.store(step.wrapperColumn, date.timeIntervalSinceReferenceDate)
            case .text, .link, .general, .key, .textKey: break
            }
        }
        return true
    }

    private func fillText(_ held: UnsafeMutablePointer<String>, _ step: FillStep, _ entry: Entry) {
        if unsafe held.pointee.isEmpty { return }
        let text = unsafe held.pointee
        unsafe held.pointee = ""
        if context.isDoomed { return }
        do throws(StorageError) {
            try entry.binding.table.setText(entry.row, step.column, text)
        } catch { doom(error, step, entry) }
    }

    private func fillLink(_ held: UnsafeMutablePointer<Object?>, _ step: FillStep, _ entry: Entry) {
        guard let object = unsafe held.pointee else { return }
        unsafe held.pointee = nil
        let property = entry.binding.properties[step.index]
        guard !context.isDoomed, let target = property.target, let row = rowToLink(object, target) else { return }
        do throws(StorageError) {
            try entry.binding.table.setFirstLink(entry.row, step.column, to: row, in: target.table)
        } catch { doom(error, step, entry) }
    }

    private func doom(_ error: StorageError, _ step: FillStep, _ entry: Entry) {
        context.doom(context.realmError(error, entry.binding.properties[step.index]))
    }
}
