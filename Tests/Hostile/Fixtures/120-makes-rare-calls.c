/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes one of the rare calls in did_receive, or on a thread of its own; without one those that are
 * answered with an error. */
#include "rare.h"

static char call[64];

static void *make(void *unused) {
    if (call[0])
        make_rare_call(call);
    else
        make_refused_calls();
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    const char *act = asked(request, "act"), *space = strchr(act, ' ');
    snprintf(call, sizeof call, "%s", space ? space + 1 : act);
    if (space) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, make, NULL) == 0) pthread_join(thread, NULL);
    } else {
        make(NULL);
    }
    completion(reported(request));
}
