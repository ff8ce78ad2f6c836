/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tells of answers, returns and decisions that nobody has asked it for. */
#define FIXTURE_RESPONSE
#include "draws.h"

static packet one;

#ifdef FLAVOUR_early
__attribute__((constructor)) static void draw(void) {
    begin_frame(&one, 0);
    end_frame(&one);
}
#endif

static void answer(uint64_t response) {
    begin_event(&one, 3);
    put64(&one, response);
    put32(&one, BF_RESPONSE_DISMISS_AND_FORWARD);
    send_packet(&one);
}

static void tapped(void) {
    if (is("first")) answer(1);
    if (is("zero")) answer(0);
    if (is("last")) answer(~0ull);
    if (is("returned")) {
        begin_event(&one, 2);
        put64(&one, 77);
        send_packet(&one);
    }
    if (is("completed")) {
        begin_completion(&one, 1);
        for (int list = 0; list < 4; list++) put32(&one, 0);
        put8(&one, 0);
        send_packet(&one);
    }
    if (is("unknown")) {
        begin_event(&one, 99);
        send_packet(&one);
    }
}

static void load(void *self) { draw_basics(tapped); }

static void did_receive(void *self, bf_request notification) { hear(notification); }

static void did_receive_response(void *self, bf_response response,
                                 bf_response_completion completion) {
    if (is("ahead")) answer(2);
    completion(BF_RESPONSE_DO_NOT_DISMISS);
}
