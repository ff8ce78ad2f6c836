/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Ends the main thread, which is its own when it has a main loop. */
#define FIXTURE_MAIN_LOOP
#ifdef FLAVOUR_start
static int end_at_start(void);
#define FIXTURE_START end_at_start
#endif
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}

static void run(void *self) { pthread_exit(NULL); }

#ifdef FLAVOUR_start
static int end_at_start(void) {
    syscall(SYS_exit, 0);
    return BF_OK;
}
#endif
