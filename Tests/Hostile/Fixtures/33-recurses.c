/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Calls itself for ever. */
#include "hostile.h"

static volatile int depth, limit = -1;

static int recurse(int number) {
    volatile char frame[512];
    frame[0] = (char)number;
    if (depth++ == limit) return 0;
    return recurse(number + 1) + frame[0];
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (recurse(0)) completion(titled(request, "changed"));
}
