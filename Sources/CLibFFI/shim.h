/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include <ffi.h>

/* The types are mutable globals, which Swift 6 does not let one touch. */
static inline ffi_type *belfry_ffi_type_void(void) { return &ffi_type_void; }
static inline ffi_type *belfry_ffi_type_uint64(void) { return &ffi_type_uint64; }
