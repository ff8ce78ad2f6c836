/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Lets every error be caught as an NSError, as it can be on iOS.
 *
 * The compiler takes `catch let error as NSError` for a clause that catches everything. On Linux the
 * cast behind it fails for any error that is no NSError in itself: every Swift enumeration, and
 * URLError with it. What follows is then no code at all, and the process ends with SIGSEGV. So what
 * the runtime cannot cast is converted as `error as NSError` converts it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>

#include "CBelfryErrors.h"

typedef bool dynamic_cast(void *to, void *from, const void *from_type, const void *to_type,
                          size_t flags);

/* DynamicCastFlags of the runtime's ABI. */
enum { unconditional = 1, take_on_success = 2, destroy_on_failure = 4 };

/* The metadata of NSError, where Foundation is loaded, and how Foundation makes one of any error. */
extern const char ns_error_metadata __asm__("$s10Foundation7NSErrorCN") __attribute__((weak));
extern void *convert_error(void *error)
    __attribute__((swiftcall,
                   weak)) __asm__("$s10Foundation22_convertErrorToNSErroryAA0E0Cs0C0_pF");

extern const void *type_by_name(const char *name, size_t length, const void *context,
                                const void *const *arguments)
    __attribute__((swiftcall)) __asm__("swift_getTypeByMangledNameInContext");
extern void swift_errorRelease(void *error);

/* The runtime's own, where it is linked in (--wrap of ld); absent where it is a library. */
extern dynamic_cast linked_cast __asm__("__real_swift_dynamicCast") __attribute__((weak));

/* The metadata of `any Error`. */
static const void *any_error(void) {
    static _Atomic(const void *) found;
    const void *type = atomic_load(&found);
    if (type) return type;
    static const char name[] = "s5Error_p";
    type = type_by_name(name, sizeof name - 1, NULL, NULL);
    atomic_store(&found, type);
    return type;
}

bool swift_dynamicCast(void *to, void *from, const void *from_type, const void *to_type,
                       size_t flags) {
    static _Atomic(dynamic_cast *) next;
    dynamic_cast *cast = atomic_load(&next);
    if (!cast) {
        cast = linked_cast ? linked_cast : (dynamic_cast *)dlsym(RTLD_NEXT, "swift_dynamicCast");
        atomic_store(&next, cast);
    }
    if (to_type != (const void *)&ns_error_metadata || !convert_error || from_type != any_error())
        return cast(to, from, from_type, to_type, flags);
    if (cast(to, from, from_type, to_type, flags & ~(size_t)(unconditional | destroy_on_failure)))
        return true;
    void *error = *(void **)from;
    *(void **)to = convert_error(error);
    if (flags & take_on_success) swift_errorRelease(error);
    return true;
}
