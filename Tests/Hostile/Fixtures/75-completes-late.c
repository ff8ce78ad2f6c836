/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Calls the completion of a request when the next one is there. */
#include "hostile.h"

static bf_completion older;
static bf_content old_content;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (older) {
        older(titled(request, "through the old one"));
        older(old_content);
        completion(titled(request, "changed"));
        return;
    }
    older = completion;
    old_content = titled(request, "first");
    completion(old_content);
}
