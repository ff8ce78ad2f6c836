/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Ends while it is loaded. */
#include "hostile.h"

__attribute__((constructor)) static void end(void) {
#ifdef FLAVOUR_crashes
    *nowhere = 1;
#elif defined FLAVOUR_aborts
    abort();
#elif defined FLAVOUR_exits
    exit(0);
#else
    _exit(0);
#endif
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}
