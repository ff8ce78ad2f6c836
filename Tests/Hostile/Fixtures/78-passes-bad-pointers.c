/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Passes null pointers, absurd counts and addresses where nothing is. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, "changed");
    bf_string huge = {(const uint8_t *)"x", 1ull << 63}, none = {NULL, 5}, empty = {NULL, 0};
    bf_string wild = {(const uint8_t *)0x1000, 16}, all = {(const uint8_t *)"x", ~0ull};
    if (acts(request, "wild-in")) host->set_text(host, content, BF_KEY_BODY, wild);
    if (acts(request, "wild-out")) host->get_text(host, content, BF_KEY_BODY, (bf_string *)0x1000);
    if (acts(request, "wild-attachment"))
        host->attach(host, content, (const bf_attachment *)0x1000);
    note_number("null-out", host->get_text(host, content, BF_KEY_BODY, NULL));
    note_number("null-integer", host->get_integer(host, content, BF_KEY_BADGE, NULL));
    note_number("null-real", host->get_real(host, content, BF_KEY_RELEVANCE_SCORE, NULL));
    note_number("null-identifier", host->request_identifier(host, request, NULL));
    note_number("null-attachment", host->attach(host, content, NULL));
    note_number("huge", host->set_text(host, content, BF_KEY_SUBTITLE, huge));
    note_number("all", host->set_text(host, content, BF_KEY_SUBTITLE, all));
    note_number("none", host->set_text(host, content, BF_KEY_SUBTITLE, none));
    note_number("empty", host->set_text(host, content, BF_KEY_SUBTITLE, empty));
    host->log(host, 0xffffffff, huge);
    host->log(host, 99, none);
    host->explain(host, huge);
    note_number("interface", host->interface(host, huge) == NULL);
    bf_attachment attachment = {.size = 4};
    note_number("small-attachment", host->attach(host, content, &attachment));
    attachment.size = sizeof attachment;
    attachment.path = huge;
    note_number("huge-path", host->attach(host, content, &attachment));
    completion(reported(request));
}
