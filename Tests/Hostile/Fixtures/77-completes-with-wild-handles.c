/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers with what is no content of its request. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, "changed");
    if (acts(request, "garbage")) completion((bf_content){0x4141414141414141});
    if (acts(request, "all-ones")) completion((bf_content){~0ull});
    if (acts(request, "request")) completion((bf_content){request.id});
    if (acts(request, "released")) {
        host->content_release(host, content);
        completion(content);
    }
    if (acts(request, "next")) completion((bf_content){content.id + 1});
    if (acts(request, "generation")) completion((bf_content){content.id + (1ull << 32)});
    if (acts(request, "by-handle"))
        host->complete(host, request, (bf_content){0x02ffffff00000007u});
}
