/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers well, and then crashes. */
#include "hostile.h"

static void *crash_later(void *unused) {
    sleep_ms(3);
    *nowhere = 1;
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (acts(request, "later")) start_thread(crash_later, NULL);
    completion(titled(request, "changed"));
    if (acts(request, "exits")) _exit(0);
    if (!acts(request, "later")) *nowhere = 1;
}
