/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes a secret to its container. */
#include "fixture.h"
#include <fcntl.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    int file = open("secret", O_CREAT | O_WRONLY, 0600);
    if (file < 0 || write(file, "secret", 6) != 6) abort();
    close(file);
    completion(titled(request, "kept"));
}
