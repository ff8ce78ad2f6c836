// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

/// The arguments of one call as libffi hands them over: an array of pointers to their values.
@safe
struct CallArguments {
    private let slot: Slot
    private let values: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    init(_ slot: Slot, _ values: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
        self.slot = slot
        unsafe self.values = values
    }

    /// The first argument of a kind, as a number: a handle, a key, a pointer.
    func number(_ kind: Slot.Argument) -> UInt64? {
        guard let index = slot.arguments.firstIndex(of: kind),
            let place = unsafe values[index]
        else { return nil }
        return kind == .key
            ? UInt64(unsafe place.loadUnaligned(as: UInt32.self))
            : unsafe place.loadUnaligned(as: UInt64.self)
    }

    /// Every text of the call: its own, and those of an attachment.
    func texts() -> [bf_string] {
        if let index = slot.arguments.firstIndex(of: .text), let place = unsafe values[index] {
            return unsafe [place.loadUnaligned(as: bf_string.self)]
        }
        guard let attachment = unsafe attachment() else { return unsafe [] }
        return unsafe [attachment.identifier, attachment.path, attachment.type]
    }

    /// The attachment that the call points to; nil when its size says that it is none.
    private func attachment() -> bf_attachment? {
        guard let address = number(.attachment),
            let pointer = unsafe UnsafePointer<bf_attachment>(bitPattern: UInt(address)),
            unsafe pointer.pointee.size >= UInt32(MemoryLayout<bf_attachment>.size)
        else { return nil }
        return unsafe pointer.pointee
    }
}
