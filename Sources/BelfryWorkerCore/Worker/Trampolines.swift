// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CLibFFI
internal import Glibc

/// C functions of one argument and no context, each of which knows its own number (man 3 ffi).
///
/// The C ABI gives an extension a bare function to complete a request or a response with, so the
/// function itself has to say which one it belongs to. All are made before the sandbox closes, since
/// making one needs executable memory. They live as long as the process.
struct Trampolines: Sendable {
    /// The type of the argument.
    enum Argument: Sendable {
        case uint32
        /// Also a structure of one 64-bit integer, which is passed as that integer (System V and
        /// AAPCS64).
        case uint64
    }

    /// Where each function is, by its number.
    let addresses: [UInt]

    /// Makes the functions.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - argument: What they take.
    ///   - called: Told of each call, on the caller's thread, with the function's number and the
    ///     argument.
    /// - Throws: ``SystemError`` with `ENOMEM` when libffi gets no executable memory.
    init(
        count: Int,
        taking argument: Argument,
        called: @escaping @Sendable (Int, UInt64) -> Void
    ) throws(SystemError) {
        let interface = unsafe try Self.makeInterface(argument)
        // Retained for good, as the functions are.
        let receiver = unsafe Unmanaged.passRetained(Receiver(argument: argument, called: called))
        let target = UnsafeMutablePointer<Target>.allocate(capacity: count)
        var made: [UInt] = []
        made.reserveCapacity(count)
        for index in 0..<count {
            unsafe (target + index).initialize(to: Target(receiver: receiver, index: index))
            made.append(unsafe try Self.makeFunction(interface, target + index))
        }
        addresses = made
    }

    private static func makeFunction(
        _ interface: UnsafeMutablePointer<ffi_cif>,
        _ target: UnsafeMutablePointer<Target>
    ) throws(SystemError) -> UInt {
        var code: UnsafeMutableRawPointer?
        guard let writable = unsafe ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &code),
            let code = unsafe code
        else { throw SystemError(call: "ffi_closure_alloc", errno: ENOMEM) }
        let closure = unsafe writable.assumingMemoryBound(to: ffi_closure.self)
        let status = unsafe ffi_prep_closure_loc(
            closure,
            interface,
            trampolineCalled,
            target,
            code
        )
        guard status == FFI_OK else {
            throw SystemError(call: "ffi_prep_closure_loc", errno: EINVAL)
        }
        return UInt(bitPattern: code)
    }

    /// Describes `void (*)(argument)`; the description lives as long as the functions.
    private static func makeInterface(
        _ argument: Argument
    ) throws(SystemError) -> UnsafeMutablePointer<ffi_cif> {
        let interface = UnsafeMutablePointer<ffi_cif>.allocate(capacity: 1)
        let arguments = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(
            capacity: 1
        )
        switch argument {
        case .uint32: unsafe arguments.initialize(to: belfry_ffi_type_uint32())
        case .uint64: unsafe arguments.initialize(to: belfry_ffi_type_uint64())
        }
        let status = unsafe ffi_prep_cif(
            interface,
            FFI_DEFAULT_ABI,
            1,
            belfry_ffi_type_void(),
            arguments
        )
        guard status == FFI_OK else { throw SystemError(call: "ffi_prep_cif", errno: EINVAL) }
        return unsafe interface
    }

    /// Where the calls of all functions go.
    fileprivate final class Receiver: Sendable {
        let argument: Argument
        let called: @Sendable (Int, UInt64) -> Void

        init(argument: Argument, called: @escaping @Sendable (Int, UInt64) -> Void) {
            self.argument = argument
            self.called = called
        }
    }

    /// What a function carries: where to go, and its number.
    @unsafe
    fileprivate struct Target {
        let receiver: Unmanaged<Receiver>
        let index: Int
    }
}

@c
private func trampolineCalled(
    _ interface: UnsafeMutablePointer<ffi_cif>?,
    _ result: UnsafeMutableRawPointer?,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ context: UnsafeMutableRawPointer?
) {
    guard let context = unsafe context, let argument = unsafe arguments?[0] else { return }
    let target = unsafe context.assumingMemoryBound(to: Trampolines.Target.self).pointee
    let receiver = unsafe target.receiver.takeUnretainedValue()
    let value =
        switch receiver.argument {
        case .uint32: unsafe UInt64(argument.loadUnaligned(as: UInt32.self))
        case .uint64: unsafe argument.loadUnaligned(as: UInt64.self)
        }
    receiver.called(unsafe target.index, value)
}
