/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Uses one copy from a hundred threads, then completes with it. */
#include "fixture.h"
#include <pthread.h>

enum { thread_count = 100 };
static bf_content shared;

static void *work(void *unused) {
    bf_string title;
    (void)unused;
    for (int64_t round = 0; round < 50; round++) {
        host->set_text(host, shared, BF_KEY_TITLE, BF_STRING("changed"));
        host->set_integer(host, shared, BF_KEY_BADGE, round);
        host->get_text(host, shared, BF_KEY_SUBTITLE, &title);
    }
    return NULL;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    pthread_t threads[thread_count];
    pthread_attr_t attributes;
    int started = 0;
    (void)self;
    shared = titled(request, "before");
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 * 1024);
    while (started < thread_count &&
           pthread_create(&threads[started], &attributes, work, NULL) == 0)
        started++;
    for (int index = 0; index < started; index++) pthread_join(threads[index], NULL);
    completion(shared);
}
