/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes every system call that the test lists, in a constructor and in did_receive, with arguments
 * that no call can do harm with, and reports what it got as the body: "load read EBADF". */
#define _GNU_SOURCE
#include "fixture.h"
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>

struct call {
    long number;
    const char *name;
};

/* Written by the test: load_calls and sealed_calls. */
#include "calls.h"

static char report[60000];
static size_t used;

static void try_calls(const char *stage, const struct call *calls, size_t count) {
    for (size_t index = 0; index < count; index++) {
        errno = 0;
        long result = syscall(calls[index].number, -1L, -1L, -1L, -1L, -1L, -1L);
        used += (size_t)snprintf(report + used, sizeof report - used, "%s %s %s\n", stage,
                                 calls[index].name,
                                 result == -1 && errno ? strerrorname_np(errno) : "ok");
    }
    umask(077);
}

__attribute__((constructor)) static void construct(void) {
    try_calls("load", load_calls, sizeof load_calls / sizeof *load_calls);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    try_calls("sealed", sealed_calls, sizeof sealed_calls / sizeof *sealed_calls);
    bf_content content = titled(request, "tried");
    bf_string text = {(const uint8_t *)report, used};
    host->set_text(host, content, BF_KEY_BODY, text);
    completion(content);
}
