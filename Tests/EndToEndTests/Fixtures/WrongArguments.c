/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Passes arguments that are wrong, and says in the title how many were answered as they should. */
#include "fixture.h"
#include <stdio.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static uint8_t long_text[2 << 20];
    bf_content original = host->request_content(host, request);
    bf_content copy = titled(request, "");
    char title[32];
    int right = 0;
    (void)self;
    memset(long_text, 'a', sizeof long_text);
    right += host->get_text(host, original, BF_KEY_TITLE, NULL) == BF_ERROR_ARGUMENT;
    right += host->get_integer(host, original, BF_KEY_BADGE, NULL) == BF_ERROR_ARGUMENT;
    right += host->request_identifier(host, request, NULL) == BF_ERROR_ARGUMENT;
    right += host->attach(host, copy, NULL) == BF_ERROR_ARGUMENT;
    right += host->set_text(host, copy, BF_KEY_TITLE, (bf_string){NULL, 1}) == BF_ERROR_ARGUMENT;
    right += host->set_text(host, copy, BF_KEY_TITLE, (bf_string){long_text, (uint64_t)1 << 63}) ==
             BF_ERROR_ARGUMENT;
    right += host->set_text(host, copy, BF_KEY_TITLE, (bf_string){long_text, sizeof long_text}) ==
             BF_ERROR_LIMIT;
    right += host->set_text(host, original, BF_KEY_TITLE, BF_STRING("a")) == BF_ERROR_STATE;
    right += host->set_text(host, copy, 999, BF_STRING("a")) == BF_ERROR_UNSUPPORTED;
    right += host->set_integer(host, copy, BF_KEY_TITLE, 1) == BF_ERROR_UNSUPPORTED;
    snprintf(title, sizeof title, "%d right", right);
    completion(titled(request, title));
}
