/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Attaches one GIF by names and types of which none is a GIF's. */
#include "fixture.h"
#include <fcntl.h>

static void attach(bf_content content, const char *path, const char *type) {
    static const unsigned char gif[] = {'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0, 0, 0};
    bf_attachment attachment = {.size = sizeof(bf_attachment)};
    int file = open(path, O_CREAT | O_WRONLY, 0600);
    if (file < 0 || write(file, gif, sizeof gif) != (ssize_t)sizeof gif) abort();
    close(file);
    attachment.identifier = (bf_string){(const uint8_t *)path, strlen(path)};
    attachment.path = attachment.identifier;
    attachment.type = (bf_string){(const uint8_t *)type, strlen(type)};
    host->attach(host, content, &attachment);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, "with pictures");
    (void)self;
    attach(content, "by-name.png", "");
    attach(content, "by-type.tmp", "public.jpeg");
    attach(content, "sound.mp3", "");
    attach(content, "movie.png", "public.mpeg-4");
    completion(content);
}
