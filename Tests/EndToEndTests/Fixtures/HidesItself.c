/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Empties title, subtitle and body, so that nothing would be shown. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, "");
    (void)self;
    host->clear(host, content, BF_KEY_SUBTITLE);
    host->set_text(host, content, BF_KEY_BODY, BF_STRING(""));
    completion(content);
}
