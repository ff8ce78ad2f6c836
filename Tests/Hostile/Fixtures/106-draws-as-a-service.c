/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Draws, although it is no content extension. */
#include "wire.h"

static packet one;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    put8(&one, 11);
    put8(&one, 1);
    put32(&one, 0);
    put8(&one, 1);
    send_packet(&one);
    for (;;) pause();
}
