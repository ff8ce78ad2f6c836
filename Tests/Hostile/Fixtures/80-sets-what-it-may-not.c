/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Changes the original, unknown keys, and keys of another type. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content original = host->request_content(host, request);
    bf_content content = titled(request, "changed");
    bf_string text = BF_STRING("x");
    double real;
    int64_t integer;
    note_number("original-text", host->set_text(host, original, BF_KEY_TITLE, text));
    note_number("original-integer", host->set_integer(host, original, BF_KEY_BADGE, 1));
    note_number("original-clear", host->clear(host, original, BF_KEY_TITLE));
    note_number("original-release", host->content_release(host, original));
    note_number("original-detach", host->detach_all(host, original));
    note_number("unknown-text", host->set_text(host, content, 0xffffffff, text));
    note_number("unknown-integer", host->set_integer(host, content, 0x1ff, 1));
    note_number("unknown-real", host->set_real(host, content, 0, 1));
    note_number("unknown-clear", host->clear(host, content, 0x7f));
    note_number("text-as-integer", host->set_integer(host, content, BF_KEY_TITLE, 1));
    note_number("integer-as-text", host->set_text(host, content, BF_KEY_BADGE, text));
    note_number("integer-as-real", host->get_real(host, content, BF_KEY_BADGE, &real));
    note_number("real-as-integer",
                host->get_integer(host, content, BF_KEY_RELEVANCE_SCORE, &integer));
    completion(reported(request));
}
