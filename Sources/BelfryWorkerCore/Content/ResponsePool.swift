// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CBelfry
internal import CLibFFI
internal import Glibc

/// Completions of responses, made as those of requests are (``CompletionPool``): C functions without
/// a context, each for one response and never used again.
@safe
final class ResponsePool: Sendable {
    private nonisolated(unsafe) let trampolines: [UnsafeMutableRawPointer]

    /// How many responses a session can have.
    static let count = 1024

    /// Makes a pool.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - called: Told of each call with the completion's index and the option; for as long as the
    ///     process lives.
    /// - Throws: ``SystemError`` with `ENOMEM` when libffi gets no executable memory.
    init(
        count: Int,
        called: @escaping @Sendable (Int, UInt32) -> Void
    ) throws(SystemError) {
        let interface = unsafe try Self.makeInterface()
        let target = UnsafeMutablePointer<ResponseTarget>.allocate(capacity: max(count, 1))
        let receiver = unsafe Unmanaged.passRetained(ResponseReceiver(called: called))
        var made: [UnsafeMutableRawPointer] = unsafe []
        for index in 0..<count {
            unsafe (target + index).initialize(
                to: ResponseTarget(receiver: receiver, index: index)
            )
            var code: UnsafeMutableRawPointer?
            guard let writable = unsafe ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &code),
                let code = unsafe code
            else { throw SystemError(call: "ffi_closure_alloc", errno: ENOMEM) }
            let status = unsafe ffi_prep_closure_loc(
                writable.assumingMemoryBound(to: ffi_closure.self),
                interface,
                responseAnswered,
                target + index,
                code
            )
            guard status == FFI_OK else {
                throw SystemError(call: "ffi_prep_closure_loc", errno: EINVAL)
            }
            unsafe made.append(code)
        }
        unsafe trampolines = made
    }

    /// How many there are.
    var count: Int { unsafe trampolines.count }

    /// The completion with this index, by address; nil past the last.
    func address(_ index: Int) -> UInt? {
        guard unsafe trampolines.indices.contains(index) else { return nil }
        return unsafe UInt(bitPattern: trampolines[index])
    }

    /// Describes `void (*)(uint32_t)`.
    private static func makeInterface() throws(SystemError) -> UnsafeMutablePointer<ffi_cif> {
        let interface = UnsafeMutablePointer<ffi_cif>.allocate(capacity: 1)
        let arguments = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(
            capacity: 1
        )
        unsafe arguments.initialize(to: belfry_ffi_type_uint32())
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

/// Where the calls of all completions go.
private final class ResponseReceiver: Sendable {
    let called: @Sendable (Int, UInt32) -> Void

    init(called: @escaping @Sendable (Int, UInt32) -> Void) {
        self.called = called
    }
}

/// What a trampoline carries: where to go, and which one it is.
@unsafe
private struct ResponseTarget {
    let receiver: Unmanaged<ResponseReceiver>
    let index: Int
}

@c
private func responseAnswered(
    _ interface: UnsafeMutablePointer<ffi_cif>?,
    _ result: UnsafeMutableRawPointer?,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ context: UnsafeMutableRawPointer?
) {
    guard let context = unsafe context, let argument = unsafe arguments?[0] else { return }
    let target = unsafe context.assumingMemoryBound(to: ResponseTarget.self).pointee
    let option = unsafe argument.loadUnaligned(as: UInt32.self)
    unsafe target.receiver.takeUnretainedValue().called(target.index, option)
}
