/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tries to run a program. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char *const arguments[] = {(char *)"true", NULL};
    (void)self;
    (void)request;
    (void)completion;
    execve("/bin/true", arguments, arguments + 1);
}
