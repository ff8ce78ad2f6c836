/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Calls the host before it may and after it may. */
#define FIXTURE_STOP
static int call_early(void);
#define FIXTURE_START call_early
#include "hostile.h"

static int early[6];

static int call_early(void) {
    bf_string text = {0};
    early[0] = host->get_text(host, (bf_content){1}, BF_KEY_TITLE, &text);
    early[1] = host->complete(host, (bf_request){1}, (bf_content){0});
    early[2] = host->content_copy(host, (bf_content){1}).id == 0;
    early[3] = host->request_deadline(host, (bf_request){1}) == 0;
    early[4] = host->set_text(host, (bf_content){0}, BF_KEY_TITLE, BF_STRING("x"));
    early[5] = host->request_is_decided(host, (bf_request){1}) == 1;
    host->log(host, BF_LOG_INFO, BF_STRING("from start"));
    host->explain(host, BF_STRING("nothing is wrong"));
    return BF_OK;
}

static bf_request last;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    last = request;
    note_number("get", early[0]);
    note_number("complete", early[1]);
    note_number("copy", early[2]);
    note_number("deadline", early[3]);
    note_number("set", early[4]);
    note_number("decided", early[5]);
    completion(reported(request));
}

static void stop(void *self) {
    for (int number = 0; number < 100; number++) {
        host->log(host, BF_LOG_ERROR, BF_STRING("from stop"));
        host->complete(host, last, (bf_content){0});
    }
}
