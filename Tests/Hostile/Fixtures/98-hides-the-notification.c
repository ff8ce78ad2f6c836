/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Leaves nothing of the notification to show. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, "");
    if (acts(request, "set")) {
        host->set_text(host, content, BF_KEY_SUBTITLE, BF_STRING(""));
        host->set_text(host, content, BF_KEY_BODY, BF_STRING(""));
    } else {
        host->clear(host, content, BF_KEY_TITLE);
        host->clear(host, content, BF_KEY_SUBTITLE);
        host->clear(host, content, BF_KEY_BODY);
    }
    completion(content);
}
