/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Stops its own process, or asks to be traced. */
#include "hostile.h"
#include <sys/ptrace.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (acts(request, "traced")) ptrace(PTRACE_TRACEME, 0, 0, 0);
    if (acts(request, "answers")) completion(titled(request, "changed"));
    raise(SIGSTOP);
    for (;;) pause();
}
