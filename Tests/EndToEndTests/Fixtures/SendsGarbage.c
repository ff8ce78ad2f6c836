/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes to the host's socket what is no packet of ours. */
#include "fixture.h"
#include <sys/socket.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
    for (int descriptor = 3; descriptor < 16; descriptor++)
        send(descriptor, "\377garbage", 8, MSG_NOSIGNAL);
    for (;;) pause();
}
