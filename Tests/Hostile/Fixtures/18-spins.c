/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Uses the processor for ever, with as many threads as the payload says. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (acts(request, "many")) {
        for (int thread = 1; thread < 16; thread++) start_thread(spin, NULL);
    }
    if (acts(request, "kernel")) {
        for (;;) getppid();
    }
    spin(NULL);
}
