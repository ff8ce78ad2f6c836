// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CBelfry
internal import CLibFFI
internal import Glibc

/// What becomes of a call that a proxy sees.
enum Passage {
    /// It is passed on, and the observer hears of its end.
    case observed
    /// It is passed on, and nothing more is to be said of it.
    case plain
    /// It is not passed on.
    case blocked
}

/// Sees the calls of a table on their way.
protocol CallObserver: AnyObject, Sendable {
    /// A call comes in.
    func willCall(_ slot: Slot, _ arguments: CallArguments) -> Passage

    /// An observed call has been passed on; `status` is what a function that answers with one has
    /// answered.
    func didCall(_ slot: Slot, status: bf_status?)
}

/// A table of functions like another one, whose every function tells an observer and passes the
/// call on (man 3 ffi).
///
/// The functions are made before the sandbox closes, since making one needs executable memory; the
/// table they stand for comes later.
@safe
final class TableProxy {
    private let slots: [Slot]
    private let targets: UnsafeMutablePointer<Target>
    private let functions: [UnsafeMutableRawPointer]

    /// Makes a proxy for tables with these slots.
    ///
    /// - Throws: ``SystemError`` with `ENOMEM` when libffi gets no executable memory.
    init(_ slots: [Slot], observer: any CallObserver) throws(SystemError) {
        self.slots = slots
        unsafe targets = .allocate(capacity: slots.count)
        var functions: [UnsafeMutableRawPointer] = unsafe []
        for (index, slot) in slots.enumerated() {
            let interface = try CallInterface(slot)
            unsafe (targets + index).initialize(
                to: Target(slot: slot, interface: interface, observer: observer)
            )
            unsafe functions.append(try Self.makeFunction(targets + index))
        }
        unsafe self.functions = functions
    }

    /// Puts the proxy's functions in the place of a table's own, as far as the table reaches; what
    /// the table leaves null stays null.
    ///
    /// - Parameters:
    ///   - table: A table that begins with its size; it is written to.
    ///   - byteCount: How long it is.
    func replaceFunctions(of table: UnsafeMutableRawPointer, byteCount: Int) {
        for index in slots.indices {
            let offset = Slot.offset(of: index)
            guard offset + MemoryLayout<UInt>.size <= byteCount else { return }
            let place = unsafe table + offset
            let own = unsafe place.load(as: UnsafeMutableRawPointer?.self)
            guard let own = unsafe own else { continue }
            unsafe targets[index].own = own
            unsafe place.storeBytes(of: functions[index], as: UnsafeMutableRawPointer.self)
        }
    }

    private static func makeFunction(
        _ target: UnsafeMutablePointer<Target>
    ) throws(SystemError) -> UnsafeMutableRawPointer {
        var code: UnsafeMutableRawPointer?
        guard let writable = unsafe ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &code),
            let code = unsafe code
        else { throw SystemError(call: "ffi_closure_alloc", errno: ENOMEM) }
        let status = unsafe ffi_prep_closure_loc(
            writable.assumingMemoryBound(to: ffi_closure.self),
            target.pointee.interface.description,
            proxyCalled,
            target,
            code
        )
        guard status == FFI_OK else {
            throw SystemError(call: "ffi_prep_closure_loc", errno: EINVAL)
        }
        return unsafe code
    }

    /// What a function of the proxy carries: which one it is, and where the call goes on.
    @unsafe
    fileprivate struct Target {
        let slot: Slot
        let interface: CallInterface
        let observer: any CallObserver
        var own: UnsafeMutableRawPointer?
    }
}

@c
private func proxyCalled(
    _ interface: UnsafeMutablePointer<ffi_cif>?,
    _ result: UnsafeMutableRawPointer?,
    _ values: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ context: UnsafeMutableRawPointer?
) {
    guard let context = unsafe context, let values = unsafe values else { return }
    let target = unsafe context.assumingMemoryBound(to: TableProxy.Target.self).pointee
    let slot = unsafe target.slot
    let arguments = unsafe CallArguments(slot, values)
    let passage = unsafe target.observer.willCall(slot, arguments)
    guard passage != .blocked else { return }
    let own = unsafe unsafeBitCast(target.own, to: (@convention(c) () -> Void)?.self)
    unsafe ffi_call(target.interface.description, own, result, values)
    guard passage == .observed else { return }
    // A result narrower than a register comes widened to one, which is how a caller gets it.
    let status = slot.result == .status ? unsafe result?.load(as: bf_status.self) : nil
    unsafe target.observer.didCall(slot, status: status)
}
