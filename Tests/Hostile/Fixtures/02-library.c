/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A library of somebody else that has an entry. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}
