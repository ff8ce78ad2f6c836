/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Attaches a picture of 24 bytes that says it has ten gigapixels. */
#include "fixture.h"
#include <fcntl.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static const unsigned char png[] = {0x89, 'P', 'N', 'G', 13, 10, 26,   10,   0, 0, 0,    13,
                                        'I',  'H', 'D', 'R', 0,  1,  0x86, 0xa0, 0, 1, 0x86, 0xa0};
    (void)self;
    int file = open("bomb.png", O_CREAT | O_WRONLY, 0600);
    if (file < 0 || write(file, png, sizeof png) != sizeof png) abort();
    close(file);
    bf_content content = titled(request, "with a bomb");
    bf_attachment attachment = {.size = sizeof(bf_attachment)};
    attachment.path = (bf_string){(const uint8_t *)"bomb.png", 8};
    host->attach(host, content, &attachment);
    completion(content);
}
