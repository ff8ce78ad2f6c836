/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes system calls in fifty threads at once: those that are refused, those that end it, and those
 * that the host answers. */
#include "hostile.h"
#include <sys/file.h>

static int act;
static int file;

static void *call(void *unused) {
    for (;;) {
        if (act == 0) syscall(SYS_kill, 1, 0);
        if (act == 1) syscall(SYS_ptrace, 0, 0, 0, 0);
        if (act == 2) flock(file, LOCK_EX | LOCK_NB);
    }
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char path[512];
    snprintf(path, sizeof path, "%s/lock", getenv("HOME"));
    file = open(path, O_CREAT | O_RDWR, 0600);
    act = acts(request, "forbidden") ? 1 : acts(request, "answered") ? 2 : 0;
    for (int number = 0; number < 50; number++) start_thread(call, NULL);
    sleep_ms(60000);
    completion(reported(request));
}
