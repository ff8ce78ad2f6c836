/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers twice, with the same content or another. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content first = titled(request, "changed"), second = titled(request, "second");
    if (acts(request, "same")) {
        completion(first);
        completion(first);
    } else if (acts(request, "other")) {
        completion(first);
        completion(second);
    } else if (acts(request, "handle")) {
        completion(first);
        note_number("again", host->complete(host, request, second));
    } else if (acts(request, "often")) {
        for (int number = 0; number < 2000; number++) completion(first);
    }
}
