/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Does what it should, and uses most of the host's table for it. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static const bf_key keys[] = {BF_KEY_TITLE, BF_KEY_SUBTITLE, BF_KEY_BODY, BF_KEY_USER_INFO};
    bf_content content = host->content_copy(host, host->request_content(host, request));
    uint64_t hash = 14695981039346656037u;
    char text[64];
    for (size_t key = 0; key < sizeof keys / sizeof *keys; key++) {
        bf_string field = {0};
        host->get_text(host, content, keys[key], &field);
        for (uint64_t index = 0; index < field.count; index++)
            hash = (hash ^ field.bytes[index]) * 1099511628211u;
    }
    snprintf(text, sizeof text, "good %016llx", (unsigned long long)hash);
    bf_string title = {(const uint8_t *)text, strlen(text)};
    host->set_text(host, content, BF_KEY_TITLE, title);
    host->set_integer(host, content, BF_KEY_BADGE, (int64_t)(hash & 0xffff));
    host->set_real(host, content, BF_KEY_RELEVANCE_SCORE, 0.5);
    host->log(host, BF_LOG_INFO, title);
    completion(content);
}
