/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Leaves what is hard to remove: a deep tree, modes that forbid everything, and names that are not
 * text. */
#include "fixture.h"
#include <fcntl.h>
#include <sys/stat.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    for (int depth = 0; depth < 2000; depth++) {
        if (mkdir("deep", 0700) < 0 || chdir("deep") < 0) abort();
    }
    if (chdir(getenv("TMPDIR")) < 0 || chdir("..") < 0) abort();
    close(open("bad\xff\xfename", O_CREAT | O_WRONLY, 0));
    if (mkdir("closed", 0700) < 0 || mkdir("closed/inner", 0) < 0) abort();
    completion(titled(request, "crowded"));
}
