/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Says how many containers are mounted in its sandbox. */
#include "fixture.h"
#include <stdio.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    char line[4096], report[16];
    int count = 0;
    FILE *mounts = fopen("/proc/self/mountinfo", "re");
    if (!mounts) abort();
    while (fgets(line, sizeof line, mounts)) count += strstr(line, "/containers/") != NULL;
    fclose(mounts);
    snprintf(report, sizeof report, "%d", count);
    completion(titled(request, report));
}
