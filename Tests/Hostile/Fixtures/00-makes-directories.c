/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes directories with long names in its own folder, for as long as it is let. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char path[512];
    int made = 0;
    for (int number = 0; number < 400000; number++) {
        snprintf(path, sizeof path, "%s/%0250d", getenv("HOME"), number);
        if (mkdir(path, 0700) == 0) made++;
    }
    note_number("made", made);
    completion(reported(request));
}
