/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Has its main thread and the thread of its callback take one lock of the host's against each other. */
#define FIXTURE_MAIN_LOOP
#include "fixture.h"
#include <semaphore.h>

static sem_t has_request, has_ended;
static bf_request shared;

static void take_locks(void) {
    for (int count = 0; count < 200000; count++) host->request_content(host, shared);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    shared = request;
    sem_post(&has_request);
    take_locks();
    while (sem_wait(&has_ended) != 0) {
    }
    completion(titled(request, "both"));
}

static void run(void *self) {
    (void)self;
    for (;;) {
        while (sem_wait(&has_request) != 0) {
        }
        take_locks();
        sem_post(&has_ended);
    }
}
