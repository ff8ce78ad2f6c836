/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Completes with what its payload names: a content that is not one of this request's. */
#define _GNU_SOURCE
#include "fixture.h"

static int has(bf_request request, const char *word) {
    bf_string json = {NULL, 0};
    host->get_text(host, host->request_content(host, request), BF_KEY_USER_INFO, &json);
    return memmem(json.bytes, json.count, word, strlen(word)) != NULL;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content copy = titled(request, "changed");
    (void)self;
    if (has(request, "released")) {
        host->content_release(host, copy);
        completion(copy);
    }
    if (has(request, "request")) completion((bf_content){request.id});
    if (has(request, "next")) completion((bf_content){copy.id + 1});
    if (has(request, "byHandle")) host->complete(host, request, (bf_content){copy.id + 1});
}
