/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Completes from two threads at once. */
#include "fixture.h"
#include <pthread.h>

static bf_content contents[2];
static bf_completion answer;
static pthread_barrier_t barrier;

static void *work(void *content) {
    pthread_barrier_wait(&barrier);
    answer(*(bf_content *)content);
    return NULL;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    pthread_t threads[2];
    (void)self;
    answer = completion;
    pthread_barrier_init(&barrier, NULL, 2);
    for (int index = 0; index < 2; index++) contents[index] = titled(request, "changed");
    for (int index = 0; index < 2; index++)
        if (pthread_create(&threads[index], NULL, work, &contents[index]) != 0) abort();
    for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
}
