/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Works once, and hangs in its second request. */
#include "hostile.h"

static int requests;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (requests++ == 0) completion(titled(request, "changed"));
}
