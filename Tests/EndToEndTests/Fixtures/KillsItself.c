/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Ends as a process does that somebody else has killed, or tells that it may not. */
#define _GNU_SOURCE
#include "fixture.h"
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    long result = syscall(SYS_tgkill, getpid(), gettid(), SIGKILL);
    completion(titled(request, result < 0 ? strerrorname_np(errno) : "ok"));
}
