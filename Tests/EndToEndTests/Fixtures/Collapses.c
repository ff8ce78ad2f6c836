/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Says what its notification replaces: TEXT, as JSON has it, or "talk". */
#include "fixture.h"

#ifndef TEXT
#define TEXT "talk"
#endif

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    static const char text[] = "{\"belfry-collapse-id\": \"" TEXT "\"}";
    bf_content content = titled(request, "changed");
    host->set_text(host, content, BF_KEY_USER_INFO,
                   (bf_string){(const uint8_t *)text, sizeof text - 1});
    completion(content);
}
