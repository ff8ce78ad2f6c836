/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Has a thread that goes on to call the host after stop. */
#define FIXTURE_STOP
#define FIXTURE_START begin
#include <belfry/belfry.h>

static bf_status begin(void);

#include "fixture.h"

#include <pthread.h>

static void *tick(void *argument) {
    (void)argument;
    for (;;) {
        usleep(5000);
        host->now(host);
    }
    return NULL;
}

static bf_status begin(void) {
    pthread_t thread;
    return pthread_create(&thread, NULL, tick, NULL) == 0 ? BF_OK : BF_ERROR_FAILED;
}

static void stop(void *self) { (void)self; }

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    completion(titled(request, "changed"));
}
