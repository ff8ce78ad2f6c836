/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes one system call, when and which is in a file that the test writes, such as "run 101": while
 * it is loaded, in did_receive, on a thread of its own, or when it has completed. */
#define _GNU_SOURCE
#include "fixture.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>

/* Written by the test: CALL_FILE. */
#include "calls.h"

static void make_if(const char *now) {
    char text[64] = "", when[32] = "";
    long number = 0;
    int file = open(CALL_FILE, O_RDONLY);
    if (file < 0 || read(file, text, sizeof text - 1) < 0) abort();
    close(file);
    sscanf(text, "%31s %ld", when, &number);
    if (strcmp(when, now) == 0) syscall(number, -1L, -1L, -1L, -1L, -1L, -1L);
}

__attribute__((constructor)) static void construct(void) { make_if("load"); }

static void *run_thread(void *context) {
    make_if("thread");
    return context;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    pthread_t thread;
    (void)self;
    make_if("run");
    pthread_create(&thread, NULL, run_thread, NULL);
    pthread_join(thread, NULL);
    completion(titled(request, "went on"));
    make_if("after");
}
