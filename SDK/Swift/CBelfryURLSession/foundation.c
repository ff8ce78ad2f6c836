/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#define _GNU_SOURCE
#include "foundation.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

int belfry_is_foundation(const void *code) {
    Dl_info where, here;
    if (!dladdr(code, &where) || !where.dli_fname) return 0;
    if (strstr(where.dli_fname, "libFoundationNetworking.so")) return 1;
    const void *own = (const void *)(uintptr_t)belfry_is_foundation;
    return dladdr(own, &here) && here.dli_fbase == where.dli_fbase;
}
