/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Fills its container, and every kind of buffer the kernel keeps for it. */
#include "hostile.h"

/* Not for ever, for the sake of a machine that lets it. */
#define MOST_MEGABYTES 2048

static void fill_container(void) {
    static char block[1 << 20];
    char name[32];
    int megabytes = 0, error = 0;
    memset(block, 1, sizeof block);
    while (!error && megabytes < MOST_MEGABYTES) {
        snprintf(name, sizeof name, "file-%d", megabytes);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        if (file < 0 || write(file, block, sizeof block) != sizeof block) error = errno;
        if (file >= 0) close(file);
        megabytes += !error;
    }
    errno = error;
    note("container", error ? -1 : 0);
    note_number("megabytes", megabytes);
}

static void fill_pipes(void) {
    static char block[65536];
    int ends[2], pipes = 0;
    while (pipe2(ends, O_NONBLOCK) == 0) {
        while (write(ends[1], block, sizeof block) > 0) {
        }
        pipes++;
    }
    note("pipe", -1);
    note_number("few-pipes", pipes < 128);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    int ends[2];
    if (acts(request, "one-file")) {
        int file = open("file", O_CREAT | O_WRONLY, 0600);
        note("sparse", ftruncate(file, 4ll << 30));
        completion(reported(request));
        return;
    }
    if (acts(request, "files")) {
        fill_container();
        completion(reported(request));
        return;
    }
    note("memfd", memfd_create("memory", 0));
    note("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    note("shared", (long)syscall(SYS_mq_open, "/queue", O_CREAT | O_RDWR, 0600, NULL));
    fill_pipes();
    completion(reported(request));
}
