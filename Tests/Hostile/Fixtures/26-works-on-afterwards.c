/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers at once, and then goes on using the processor. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(titled(request, "changed"));
    start_thread(spin, NULL);
}
