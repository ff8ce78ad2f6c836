/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Attaches films that are all hole, one that is not, or as many small pictures as it may. */
#include "hostile.h"

static const unsigned char png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13,
                                    'I',  'H', 'D', 'R', 0,  0,  0,  1,  0, 0, 0, 1};
static const unsigned char film[] = {0,   0,   0,   32,  'f', 't', 'y', 'p',
                                     'i', 's', 'o', 'm', 0,   0,   2,   0};

static int make(const char *path, const void *bytes, size_t count) {
    int file = open(path, O_CREAT | O_RDWR | O_TRUNC, 0600);
    if (file < 0 || write(file, bytes, count) != (ssize_t)count) note("make", -1);
    return file;
}

static void attach(bf_content content, const char *path) {
    bf_attachment attachment = {.size = sizeof attachment};
    attachment.path = (bf_string){(const uint8_t *)path, strlen(path)};
    host->attach(host, content, &attachment);
}

/* Sixteen films of 50 MB, of which nothing is on a disk but a line. */
static void attach_holes(bf_content content) {
    char path[32];
    for (int number = 0; number < 16; number++) {
        snprintf(path, sizeof path, "%d.mp4", number);
        int file = make(path, film, sizeof film);
        if (pwrite(file, &number, sizeof number, 4096) < 0) note("write", -1);
        if (ftruncate(file, 50 << 20) < 0) note("hole", -1);
        close(file);
        attach(content, path);
    }
}

/* One film of 48 MB that is no other one's. */
static void attach_film(bf_content content, const char *number) {
    static char block[1 << 20];
    int file = make("film.mp4", film, sizeof film);
    memset(block, 1, sizeof block);
    snprintf(block, sizeof block, "%s", number);
    for (int count = 0; count < 48; count++) {
        if (write(file, block, sizeof block) < 0) note("write", -1);
    }
    close(file);
    attach(content, "film.mp4");
}

static void attach_pictures(bf_content content) {
    char path[32];
    for (int number = 0; number < 16; number++) {
        snprintf(path, sizeof path, "%d.png", number);
        int file = make(path, png, sizeof png);
        if (write(file, &number, sizeof number) < 0) note("write", -1);
        close(file);
        attach(content, path);
    }
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, "changed");
    if (acts(request, "holes")) attach_holes(content);
    if (acts(request, "film")) attach_film(content, asked(request, "number"));
    if (acts(request, "pictures")) attach_pictures(content);
    completion(content);
}
