// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CBelfry
internal import CLibFFI
internal import Glibc

/// A slot's C signature for libffi; it lives as long as the process (man 3 ffi_prep_cif).
@safe
struct CallInterface {
    // Written once, by the initialiser; libffi's calls only read it.
    nonisolated(unsafe) let description: UnsafeMutablePointer<ffi_cif>

    init(_ slot: Slot) throws(SystemError) {
        let count = slot.arguments.count
        let types = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(capacity: count)
        for (index, argument) in slot.arguments.enumerated() {
            unsafe (types + index).initialize(to: argument.type)
        }
        unsafe description = .allocate(capacity: 1)
        let status = unsafe ffi_prep_cif(
            description,
            FFI_DEFAULT_ABI,
            UInt32(count),
            slot.result.type,
            types
        )
        guard status == FFI_OK else {
            throw SystemError(call: "ffi_prep_cif", subject: slot.name, errno: EINVAL)
        }
    }
}

extension Slot.Argument {
    /// A structure of one 64-bit integer is passed as that integer (System V and AAPCS64).
    fileprivate var type: UnsafeMutablePointer<ffi_type>? {
        switch self {
        case .table, .context, .out, .attachment, .pointer: unsafe belfry_ffi_type_pointer()
        case .request, .content, .answer, .size: unsafe belfry_ffi_type_uint64()
        case .key: unsafe belfry_ffi_type_uint32()
        case .text: unsafe belfry_ffi_type_view()
        case .integer: unsafe belfry_ffi_type_sint64()
        case .real: unsafe belfry_ffi_type_double()
        }
    }
}

extension Slot.Result {
    fileprivate var type: UnsafeMutablePointer<ffi_type>? {
        switch self {
        case .nothing: unsafe belfry_ffi_type_void()
        case .status: unsafe belfry_ffi_type_sint32()
        case .flag: unsafe belfry_ffi_type_uint32()
        case .number: unsafe belfry_ffi_type_uint64()
        case .pointer: unsafe belfry_ffi_type_pointer()
        }
    }
}
