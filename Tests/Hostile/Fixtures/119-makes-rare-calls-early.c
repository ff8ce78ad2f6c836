/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes one of the rare calls while it is loaded, in its constructor or on a thread of that: CALL is
 * which. Without one it makes those that are answered with an error. */
#include "rare.h"

static void *make(void *unused) {
#ifdef CALL
    make_rare_call(CALL);
#else
    make_refused_calls();
#endif
    return unused;
}

__attribute__((constructor)) static void construct(void) {
#ifdef ON_THREAD
    pthread_t thread;
    if (pthread_create(&thread, NULL, make, NULL) == 0) pthread_join(thread, NULL);
#else
    make(NULL);
#endif
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}
