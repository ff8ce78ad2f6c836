/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers responses more than once. */
#define FIXTURE_RESPONSE
#include "draws.h"

static packet one;
static bf_response_completion first;

static void nothing(void) {}

static void load(void *self) { draw_basics(nothing); }

static void did_receive(void *self, bf_request notification) { hear(notification); }

static void *dismisses(void *unused) {
    first(BF_RESPONSE_DISMISS);
    return unused;
}

static void did_receive_response(void *self, bf_response response,
                                 bf_response_completion completion) {
    completion(BF_RESPONSE_DO_NOT_DISMISS);
    if (is("once-more")) completion(BF_RESPONSE_DISMISS_AND_FORWARD);
    if (is("for-long"))
        for (long number = 0; number < 10000; number++) completion(BF_RESPONSE_DISMISS);
    if (is("earlier")) {
        if (first) first(BF_RESPONSE_DISMISS);
        first = completion;
    }
    if (is("threads")) {
        pthread_t threads[8];
        first = completion;
        for (int thread = 0; thread < 8; thread++)
            pthread_create(&threads[thread], NULL, dismisses, NULL);
        for (int thread = 0; thread < 8; thread++) pthread_join(threads[thread], NULL);
    }
    if (is("forged")) {
        begin_event(&one, 3);
        put64(&one, 1);
        put32(&one, BF_RESPONSE_DISMISS_AND_FORWARD);
        send_packet(&one);
    }
    if (is("no-option")) {
        begin_event(&one, 3);
        put64(&one, 1);
        put32(&one, 77);
        send_packet(&one);
    }
}
