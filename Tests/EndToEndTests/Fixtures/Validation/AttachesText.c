/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Attaches a text and calls it an image. */
#include "fixture.h"

#include <fcntl.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    bf_content copy = titled(request, "changed");
    int file = open("picture.png", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, "no image", 8) != 8) return;
    close(file);
    bf_attachment attachment = {.size = sizeof attachment, .path = BF_STRING("picture.png")};
    host->attach(host, copy, &attachment);
    completion(copy);
}
