/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Attaches a picture it makes, a link to a secret, and a file that is no picture. */
#include "fixture.h"
#include <fcntl.h>

static void write_file(const char *name, const void *bytes, size_t count) {
    int file = open(name, O_CREAT | O_WRONLY, 0600);
    if (file < 0 || write(file, bytes, count) != (ssize_t)count) abort();
    close(file);
}

static void attach(bf_content content, const char *identifier, const char *path) {
    bf_attachment attachment = {.size = sizeof(bf_attachment)};
    attachment.identifier = (bf_string){(const uint8_t *)identifier, strlen(identifier)};
    attachment.path = (bf_string){(const uint8_t *)path, strlen(path)};
    host->attach(host, content, &attachment);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static const unsigned char png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13,
                                        'I',  'H', 'D', 'R', 0,  0,  0,  1,  0, 0, 0, 1};
    bf_content content = titled(request, "with a picture");
    (void)self;
    write_file("picture.png", png, sizeof png);
    write_file("text.png", "hello", 5);
    attach(content, "picture", "picture.png");
    attach(content, "secret", "../../../../etc/secret.png");
    attach(content, "text", "text.png");
    completion(content);
}
