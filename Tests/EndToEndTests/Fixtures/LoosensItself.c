/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tries to undo its own sealing, and says in the title how many attempts were refused. */
#include "fixture.h"
#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char title[32];
    int refused = 0;
    (void)self;
    refused += prctl(PR_SET_PDEATHSIG, 0) != 0;
    refused += prctl(PR_SET_DUMPABLE, 1) != 0;
    refused += prctl(PR_SET_SECCOMP, 1) != 0;
    refused += prctl(PR_SET_NO_NEW_PRIVS, 0) != 0;
    snprintf(title, sizeof title, "%d refused", refused);
    completion(titled(request, title));
}
