/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Starts threads before it is sealed, one of which tries to get a filter of its own and a listener,
 * and says whether they too are held once it is. */
#define _GNU_SOURCE
#include "fixture.h"
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>

static pthread_barrier_t received;
static char answers[128];

static long install(unsigned flags) {
    struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {.len = 1, .filter = &allow};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

static void *run_thread(void *context) {
    const char *alone = install(0) == 0 ? "ok" : strerrorname_np(errno);
    const char *listener =
        install(SECCOMP_FILTER_FLAG_NEW_LISTENER) >= 0 ? "ok" : strerrorname_np(errno);
    pthread_barrier_wait(&received);
    void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    snprintf(answers, sizeof answers, "alone %s, listener %s, code %s", alone, listener,
             code == MAP_FAILED ? strerrorname_np(errno) : "ok");
    return context;
}

static pthread_t thread;

__attribute__((constructor)) static void construct(void) {
    pthread_barrier_init(&received, NULL, 2);
    pthread_create(&thread, NULL, run_thread, NULL);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    pthread_barrier_wait(&received);
    pthread_join(thread, NULL);
    completion(titled(request, answers));
}
