/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Keeps what it borrowed, and reads it in the next request. */
#include "hostile.h"

static bf_string kept;
static bf_request old_request;
static bf_content old_content;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (old_request.id) {
        uint64_t sum = 0;
        for (uint64_t index = 0; index < kept.count; index++) sum += kept.bytes[index];
        host->log(host, BF_LOG_DEBUG, kept);
        bf_string text = {0};
        note_number("content", host->get_text(host, old_content, BF_KEY_TITLE, &text));
        note_number("set", host->set_text(host, old_content, BF_KEY_TITLE, BF_STRING("x")));
        note_number("identifier", host->request_identifier(host, old_request, &text));
        note_number("deadline", host->request_deadline(host, old_request) == 0);
        note_number("original", host->request_content(host, old_request).id == 0);
        note_number("copy", host->content_copy(host, old_content).id == 0);
        (void)sum;
    }
    old_request = request;
    old_content = titled(request, "kept");
    host->get_text(host, old_content, BF_KEY_TITLE, &kept);
    completion(reported(request));
}
