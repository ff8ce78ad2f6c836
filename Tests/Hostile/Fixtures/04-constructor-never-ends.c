/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Never gets as far as being loaded. */
#include "hostile.h"

__attribute__((constructor)) static void hang(void) {
#ifdef FLAVOUR_spins
    spin(NULL);
#else
    for (;;) pause();
#endif
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}
