/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Completes inside the handler of a signal that it sends itself. */
#include "fixture.h"
#include <signal.h>

static bf_content content;
static bf_completion answer;

static void handle(int number) {
    (void)number;
    answer(content);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    content = titled(request, "changed");
    answer = completion;
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
}
