// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CBelfry
internal import CLibFFI
internal import Glibc

/// Completions: C functions without a context argument, each made for one request (man 3 ffi).
///
/// A trampoline is never used twice, so that a late call can never answer another request; when the
/// pool is spent the worker ends. All are made before the sandbox closes, since making one needs
/// executable memory; the zygote makes them once, and a fork has its own copy of all but the code.
@safe
final class CompletionPool {
    /// How many are left.
    var remaining: Int { limit - taken }

    /// How many there are.
    var count: Int { unsafe trampolines.count }

    private let trampolines: [UnsafeMutableRawPointer]
    private let receiver: CompletionReceiver
    private var limit: Int
    private var taken = 0

    /// Makes a pool whose completions answer nobody yet.
    ///
    /// - Parameter count: How many.
    /// - Throws: ``SystemError`` with `ENOMEM` when libffi gets no executable memory.
    init(count: Int) throws(SystemError) {
        let interface = unsafe try Self.makeInterface()
        let target = UnsafeMutablePointer<CompletionTarget>.allocate(capacity: count)
        let receiver = CompletionReceiver()
        // A trampoline outlives its pool.
        let retained = unsafe Unmanaged.passRetained(receiver)
        var made: [UnsafeMutableRawPointer] = unsafe []
        for index in 0..<count {
            unsafe (target + index).initialize(
                to: CompletionTarget(receiver: retained, index: index)
            )
            var code: UnsafeMutableRawPointer?
            guard let writable = unsafe ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &code),
                let code = unsafe code
            else { throw SystemError(call: "ffi_closure_alloc", errno: ENOMEM) }
            let closure = unsafe writable.assumingMemoryBound(to: ffi_closure.self)
            let status = unsafe ffi_prep_closure_loc(
                closure,
                interface,
                completionCalled,
                target + index,
                code
            )
            guard status == FFI_OK else {
                throw SystemError(call: "ffi_prep_closure_loc", errno: EINVAL)
            }
            unsafe made.append(code)
        }
        unsafe trampolines = made
        self.receiver = receiver
        limit = count
    }

    /// Lets the completions answer requests of a registry.
    ///
    /// - Parameters:
    ///   - registry: Where a call of any of them ends up; lives as long as the process.
    ///   - count: How many there shall be of them.
    func answer(to registry: RequestRegistry, count: Int) {
        receiver.registry = registry
        limit = min(limit, count)
    }

    /// Takes the next one: its index, and the function; nil when the pool is spent.
    func take() -> (index: Int, function: bf_completion)? {
        guard remaining > 0 else { return nil }
        let index = taken
        taken += 1
        return unsafe (index, unsafeBitCast(trampolines[index], to: bf_completion.self))
    }

    /// Describes `void (*)(bf_content)`; it lives as long as the trampolines, which is for good.
    private static func makeInterface() throws(SystemError) -> UnsafeMutablePointer<ffi_cif> {
        let interface = UnsafeMutablePointer<ffi_cif>.allocate(capacity: 1)
        let arguments = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(
            capacity: 1
        )
        // A structure of one 64-bit integer is passed as that integer (System V and AAPCS64).
        unsafe arguments.initialize(to: belfry_ffi_type_uint64())
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
}

/// Whom a pool's completions answer: set before there is a second thread, and never again.
@safe
private final class CompletionReceiver {
    var registry: RequestRegistry?
}

/// What a trampoline carries: where to go, and which one it is.
@unsafe
private struct CompletionTarget {
    let receiver: Unmanaged<CompletionReceiver>
    let index: Int
}

@c
private func completionCalled(
    _ interface: UnsafeMutablePointer<ffi_cif>?,
    _ result: UnsafeMutableRawPointer?,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ context: UnsafeMutableRawPointer?
) {
    guard let context = unsafe context, let argument = unsafe arguments?[0] else { return }
    let target = unsafe context.assumingMemoryBound(to: CompletionTarget.self).pointee
    let content = unsafe argument.loadUnaligned(as: UInt64.self)
    let receiver = unsafe target.receiver.takeUnretainedValue()
    receiver.registry?.complete(completion: unsafe target.index, content: content)
}
