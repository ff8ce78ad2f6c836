/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers well, and crashes when its process is to end. */
#define FIXTURE_STOP
#include "hostile.h"

static pthread_key_t key;

static void crash(void) { *nowhere = 1; }
static void crash_with(void *unused) { *nowhere = 1; }

__attribute__((destructor)) static void crash_in_destructor(void) { *nowhere = 1; }

static void did_receive(void *self, bf_request request, bf_completion completion) {
    atexit(crash);
    pthread_key_create(&key, crash_with);
    pthread_setspecific(key, &key);
    completion(titled(request, "changed"));
}

static void stop(void *self) {
#ifdef FLAVOUR_hangs
    for (;;) pause();
#elif defined FLAVOUR_exits
    exit(0);
#else
    *nowhere = 1;
#endif
}
