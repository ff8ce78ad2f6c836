/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Installs a handler of its own for a bad access, which returns to it for ever. */
#include "fixture.h"

#include <signal.h>

static void go_back(int signal) { (void)signal; }

static void did_receive(void *self, bf_request request, bf_completion completion) {
    volatile int *nowhere = (volatile int *)16;
    (void)self;
    (void)request;
    (void)completion;
    signal(SIGSEGV, go_back);
    *nowhere = 1;
}
