/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include <ffi.h>

/* The types are mutable globals, which Swift 6 does not let one touch. */
static inline ffi_type *belfry_ffi_type_void(void) { return &ffi_type_void; }
static inline ffi_type *belfry_ffi_type_pointer(void) { return &ffi_type_pointer; }
static inline ffi_type *belfry_ffi_type_sint32(void) { return &ffi_type_sint32; }
static inline ffi_type *belfry_ffi_type_uint32(void) { return &ffi_type_uint32; }
static inline ffi_type *belfry_ffi_type_sint64(void) { return &ffi_type_sint64; }
static inline ffi_type *belfry_ffi_type_uint64(void) { return &ffi_type_uint64; }
static inline ffi_type *belfry_ffi_type_double(void) { return &ffi_type_double; }

/* A pointer and a 64-bit count, passed by value: bf_string. libffi writes size and alignment. */
static inline ffi_type *belfry_ffi_type_view(void) {
    static ffi_type *members[] = {&ffi_type_pointer, &ffi_type_uint64, 0};
    static ffi_type view = {0, 0, FFI_TYPE_STRUCT, members};
    return &view;
}
