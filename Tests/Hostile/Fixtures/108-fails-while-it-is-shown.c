/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Crashes, hangs or exits in whichever callback it is told to. */
#define FIXTURE_RESPONSE
#include "draws.h"

static void fail(const char *how) {
    if (strstr(how, "crash")) *nowhere = 1;
    if (strstr(how, "exit")) _exit(0);
    if (strstr(how, "hang"))
        for (;;) pause();
    if (strstr(how, "spin")) spin(NULL);
}

static void tapped(void) {
    if (strstr(act, "handler")) fail(act);
}

static void load(void *self) {
#ifdef FLAVOUR_crash
    fail("crash");
#elif defined FLAVOUR_exit
    fail("exit");
#elif defined FLAVOUR_hang
    fail("hang");
#endif
    draw_basics(tapped);
}

static void did_receive(void *self, bf_request notification) {
    hear(notification);
    if (strstr(act, "receive")) fail(act);
}

static void did_receive_response(void *self, bf_response response,
                                 bf_response_completion completion) {
    if (strstr(act, "answer")) completion(BF_RESPONSE_DO_NOT_DISMISS);
    fail(act);
}
