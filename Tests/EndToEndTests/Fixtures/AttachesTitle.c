/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Attaches a picture that has the notification's title in it: each title has a file of its own. */
#include "fixture.h"
#include <fcntl.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static const unsigned char png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13,
                                        'I',  'H', 'D', 'R', 0,  0,  0,  1,  0, 0, 0, 1};
    bf_content content = host->content_copy(host, host->request_content(host, request));
    bf_attachment attachment = {.size = sizeof(bf_attachment)};
    bf_string title;
    int file = open("picture.png", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    (void)self;
    host->get_text(host, content, BF_KEY_TITLE, &title);
    if (write(file, png, sizeof png) != sizeof png) abort();
    if (write(file, title.bytes, title.count) != (ssize_t)title.count) abort();
    close(file);
    attachment.identifier = BF_STRING("picture");
    attachment.path = BF_STRING("picture.png");
    host->attach(host, content, &attachment);
    completion(content);
}
