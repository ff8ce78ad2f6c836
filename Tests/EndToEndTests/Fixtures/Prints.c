/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Prints, logs, and tries to move the terminal's cursor. */
#include "fixture.h"
#include <stdio.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    printf("printed \033[2Jtext\n");
    host->log(host, BF_LOG_WARNING, BF_STRING("logged text"));
    printf("no newline at the end");
    fflush(stdout);
    completion(titled(request, "changed"));
}
