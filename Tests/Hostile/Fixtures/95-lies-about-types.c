/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Attaches files that are not of the type they say. */
#include "hostile.h"

static void make(bf_content content, const char *path, const char *type, const void *bytes,
                 size_t count) {
    bf_attachment attachment = {.size = sizeof attachment};
    int file = open(path, O_CREAT | O_WRONLY, 0600);
    if (file < 0 || write(file, bytes, count) != (ssize_t)count) abort();
    close(file);
    attachment.identifier = (bf_string){(const uint8_t *)path, strlen(path)};
    attachment.path = attachment.identifier;
    attachment.type = (bf_string){(const uint8_t *)type, strlen(type)};
    host->attach(host, content, &attachment);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static const unsigned char bomb[] = {0x89, 'P',  'N',  'G',  13,  10,  26,   10,   0,    0,
                                         0,    13,   'I',  'H',  'D', 'R', 0x7f, 0xff, 0xff, 0xff,
                                         0x7f, 0xff, 0xff, 0xff, 16,  6,   0,    0,    0};
    static const char page[] = "<html><script>alert(1)</script></html>";
    static const char archive[] = "PK\3\4\24\0\0\0";
    bf_content content = titled(request, "changed");
    if (acts(request, "bomb")) {
        make(content, "bomb.png", "", bomb, sizeof bomb);
        make(content, "bomb.jpg", "com.compuserve.gif", bomb, sizeof bomb);
    } else {
        make(content, "page.png", "", page, sizeof page - 1);
        make(content, "archive.png", "", archive, sizeof archive - 1);
        make(content, "page.gif", "public.png", page, sizeof page - 1);
        make(content, "archive.zip", "", archive, sizeof archive - 1);
        make(content, "page.html", "public.html", page, sizeof page - 1);
        make(content, "library.png", "public.jpeg", "\177ELF\2\1\1\0", 8);
        make(content, "picture.mp3", "", bomb, sizeof bomb);
        make(content, "picture.png", "public.mpeg-4", bomb, sizeof bomb);
    }
    completion(content);
}
