/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Attaches files whose names are made to mislead. */
#include "hostile.h"

static void attach(bf_content content, const char *path) {
    static const unsigned char png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13,
                                        'I',  'H', 'D', 'R', 0,  0,  0,  1,  0, 0, 0, 1};
    bf_attachment attachment = {.size = sizeof attachment};
    int file = open(path, O_CREAT | O_WRONLY, 0600);
    if (file >= 0 && write(file, png, sizeof png) < 0) abort();
    if (file >= 0) close(file);
    attachment.path = (bf_string){(const uint8_t *)path, strlen(path)};
    attachment.type = BF_STRING("public.png");
    host->attach(host, content, &attachment);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static char name[4096];
    bf_content content = titled(request, "changed");
    attach(content, "-rf");
    attach(content, "line\nline.png");
    attach(content, "\033[2J.png");
    attach(content, "\xe2\x80\xaegnp.exe");
    attach(content, "$(reboot).png");
    memset(name, 'a', 250);
    attach(content, name);
    memset(name, 'a', sizeof name - 1);
    attach(content, name);
    completion(content);
}
