/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes a forbidden call while another thread never stops interrupting it. */
#define _GNU_SOURCE
#include "fixture.h"
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>

static pid_t caller;

static void go_on(int signal) { (void)signal; }

static void *interrupt(void *unused) {
    (void)unused;
    for (;;) syscall(SYS_tgkill, getpid(), caller, SIGUSR1);
    return NULL;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    struct sigaction action = {.sa_handler = go_on, .sa_flags = SA_RESTART};
    pthread_t threads[2];
    (void)self;
    (void)request;
    (void)completion;
    caller = gettid();
    sigaction(SIGUSR1, &action, NULL);
    for (int index = 0; index < 2; index++) pthread_create(&threads[index], NULL, interrupt, NULL);
    for (;;) syscall(SYS_ptrace, 0, 0, 0, 0);
}
