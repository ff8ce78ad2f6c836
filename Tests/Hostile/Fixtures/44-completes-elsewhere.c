/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers from another thread, or from a signal handler. */
#include "hostile.h"

static bf_request open_request;
static bf_completion answer;

static void *answer_there(void *unused) {
    answer(titled(open_request, "changed"));
    return unused;
}

static bf_content prepared;
static void handle(int number) { answer(prepared); }

static void did_receive(void *self, bf_request request, bf_completion completion) {
    open_request = request;
    answer = completion;
    if (acts(request, "thread")) {
        start_thread(answer_there, NULL);
    } else if (acts(request, "handler")) {
        prepared = titled(request, "changed");
        signal(SIGUSR1, handle);
        raise(SIGUSR1);
    } else {
        host->complete(host, request, titled(request, "changed"));
    }
}
