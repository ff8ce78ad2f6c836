/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes to its container until that is refused, then makes a million files there; the body says
 * how far it came and what it was told. */
#include "fixture.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

static long long fill(void) {
    static char block[1 << 16];
    long long total = 0;
    ssize_t written;
    int file = open("tmp/fill", O_CREAT | O_WRONLY, 0600);
    while ((written = write(file, block, sizeof block)) > 0) total += written;
    int error = errno;
    close(file);
    unlink("tmp/fill");
    errno = error;
    return total;
}

static int crowd(void) {
    char name[32];
    for (int count = 0; count < 1000000; count++) {
        snprintf(name, sizeof name, "Documents/%d", count);
        int file = open(name, O_CREAT | O_EXCL | O_WRONLY, 0600);
        if (file < 0) return count;
        close(file);
    }
    return 1000000;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    static char report[128];
    long long bytes = fill();
    int first = errno;
    int files = crowd();
    int second = errno;
    snprintf(report, sizeof report, "%lld %d %d %d", bytes, first, files, second);
    completion(titled(request, report));
}
