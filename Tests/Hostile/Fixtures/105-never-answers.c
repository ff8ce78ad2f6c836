/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Never says what becomes of a response. */
#define FIXTURE_RESPONSE
#include "draws.h"

static void nothing(void) {}

static void load(void *self) { draw_basics(nothing); }

static void did_receive(void *self, bf_request notification) { hear(notification); }

/* Looks alive. */
static void *draws(void *unused) {
    for (int number = 0;; number++) {
        views->set_text(host, label, BF_VIEW_TEXT, text(number % 2 ? "tick" : "tock"));
        sleep_ms(20);
    }
    return unused;
}

static void did_receive_response(void *self, bf_response response,
                                 bf_response_completion completion) {
    if (is("hangs"))
        for (;;) pause();
    if (is("draws")) start_thread(draws, NULL);
}
