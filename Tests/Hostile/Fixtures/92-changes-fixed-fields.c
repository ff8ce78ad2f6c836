/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Changes fields that are not an extension's: identity, date, whatever keys there may be. */
#include "wire.h"

static packet one;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, "changed");
    if (acts(request, "forged")) {
        for (uint64_t run = 0; run < MOST_RUNS; run++) {
            begin_completion(&one, run);
            put32(&one, 1);
            put32(&one, 999);
            put_text(&one, "x", 1);
            for (int list = 0; list < 3; list++) put32(&one, 0);
            put8(&one, 0);
            send_packet(&one);
        }
        for (;;) pause();
    }
    int accepted = 0;
    for (bf_key key = 0; key < 0x400; key++) {
        int is_text = key >= BF_KEY_TITLE && key <= BF_KEY_USER_INFO;
        if (!is_text) accepted += host->set_text(host, content, key, BF_STRING("x")) == BF_OK;
    }
    note_number("accepted", accepted);
    /* The request's identifier is lent, not given: writing there is writing in one's own memory. */
    bf_string identifier = {0};
    host->request_identifier(host, request, &identifier);
    if (identifier.count) memset((void *)(uintptr_t)identifier.bytes, 'Z', identifier.count);
    completion(reported(request));
}
