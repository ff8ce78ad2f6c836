/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tries to change the modes of its own container, of another worker's, and of a file that the
 * request names. */
#include "fixture.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    char path[32];
    chmod(".", 0777);
    fchmodat(AT_FDCWD, ".", 0777, 0);
    for (int worker = 0; worker < 16; worker++) {
        snprintf(path, sizeof path, "../%d", worker);
        chmod(path, 0);
    }
    int file = open("shell", O_CREAT | O_WRONLY, 0600);
    fchmod(file, 04777);
    close(file);
    completion(titled(request, "tried"));
}
