// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Objects reached by handles: numbers of kind (8 bits), generation (24) and slot (32).
///
/// A handle names a kind so that one of another kind is never mistaken for it, and a generation so
/// that one whose object is gone is known as stale for the next 16 million uses of its slot.
struct HandleTable<Object> {
    private struct Slot {
        var generation: UInt32
        var object: Object?
    }

    private let kind: UInt8
    private let firstGeneration: UInt32
    private var slots: [Slot] = []
    private var free: [Int] = []

    private static var lastGeneration: UInt32 { 0xff_ffff }

    /// Makes an empty table.
    ///
    /// - Parameters:
    ///   - kind: What its handles carry; not 0.
    ///   - firstGeneration: Where a new slot begins to count.
    init(kind: UInt8, firstGeneration: UInt32 = 1) {
        self.kind = kind
        self.firstGeneration = firstGeneration
    }

    /// Puts an object in and gives its handle, which is never 0.
    mutating func insert(_ object: Object) -> UInt64 {
        let index: Int
        if let reused = free.popLast() {
            index = reused
            slots[index].object = object
        } else {
            index = slots.count
            slots.append(Slot(generation: firstGeneration, object: object))
        }
        return UInt64(kind) << 56 | UInt64(slots[index].generation) << 32 | UInt64(index)
    }

    /// The object of a live handle.
    subscript(handle: UInt64) -> Object? {
        get { index(of: handle).flatMap { slots[$0].object } }
        set { if let index = index(of: handle) { slots[index].object = newValue } }
    }

    /// Takes an object out; its handle is stale from now on.
    @discardableResult
    mutating func remove(_ handle: UInt64) -> Object? {
        guard let index = index(of: handle), let object = slots[index].object else { return nil }
        slots[index].object = nil
        let generation = slots[index].generation
        slots[index].generation = generation == Self.lastGeneration ? 1 : generation + 1
        free.append(index)
        return object
    }

    /// The slot of a live handle; a free slot is out of reach even by the handle it will give next.
    private func index(of handle: UInt64) -> Int? {
        let index = Int(handle & 0xffff_ffff)
        guard handle >> 56 == UInt64(kind), index < slots.count,
            slots[index].generation == UInt32(handle >> 32 & 0xff_ffff),
            slots[index].object != nil
        else { return nil }
        return index
    }
}
