/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes everything that is no plain file in its container, as far as it may, and attaches it; the
 * title says what it was told. */
#define _GNU_SOURCE
#include "fixture.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>

static char report[256];

static void note(int result) {
    size_t used = strlen(report);
    snprintf(report + used, sizeof report - used, "%s%s", used ? " " : "",
             result < 0 ? strerrorname_np(errno) : "ok");
}

static void attach(bf_content content, const char *path) {
    bf_attachment attachment = {.size = sizeof(bf_attachment)};
    attachment.path = (bf_string){(const uint8_t *)path, strlen(path)};
    host->attach(host, content, &attachment);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static const char *const names[] = {"pipe.png",           "device.png",    "link.png",
                                        "second.png",         "directory.png", "socket.png",
                                        "/proc/self/fd/1.png"};
    (void)self;
    close(open("first.png", O_CREAT | O_WRONLY, 0600));
    note(mkfifo("pipe.png", 0600));
    note(mknod("device.png", S_IFCHR | 0600, makedev(1, 5)));
    note(symlink("/etc/passwd", "link.png"));
    note(link("first.png", "second.png"));
    note(mkdir("directory.png", 0700));
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket.png"};
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    note(listener < 0 ? -1 : bind(listener, (struct sockaddr *)&address, sizeof address));
    bf_content content = titled(request, report);
    for (size_t index = 0; index < sizeof names / sizeof *names; index++)
        attach(content, names[index]);
    completion(content);
}
