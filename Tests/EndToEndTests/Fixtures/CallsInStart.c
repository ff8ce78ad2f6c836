/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Calls, in start, what is for requests only, and says in the title what came of it. */
#include <belfry/belfry.h>
static bf_status try_all(void);
#define FIXTURE_START try_all
#include "fixture.h"

static int refused;

static bf_status try_all(void) {
    bf_request request = {(uint64_t)1 << 56 | (uint64_t)1 << 32};
    bf_content content = {(uint64_t)2 << 56 | (uint64_t)1 << 32};
    refused += host->complete(host, request, content) == BF_ERROR_STATE;
    refused += host->checkpoint(host, request, content) == BF_ERROR_STATE;
    refused += host->drop(host, request, BF_STRING("spam")) == BF_ERROR_STATE;
    refused += host->set_text(host, content, BF_KEY_TITLE, BF_STRING("a")) == BF_ERROR_STATE;
    refused += host->content_copy(host, content).id == 0;
    return BF_OK;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    completion(titled(request, refused == 5 ? "refused" : "let in"));
}
