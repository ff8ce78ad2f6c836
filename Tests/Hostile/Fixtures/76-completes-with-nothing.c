/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks for the original. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content original = host->request_content(host, request);
    completion(acts(request, "original") ? original : (bf_content){0});
}
