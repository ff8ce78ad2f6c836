/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Attaches files by paths that lead out of its container. */
#include "hostile.h"

static void attach(bf_content content, const char *path) {
    bf_attachment attachment = {.size = sizeof attachment};
    attachment.path = (bf_string){(const uint8_t *)path, strlen(path)};
    attachment.type = BF_STRING("public.png");
    host->attach(host, content, &attachment);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, "changed");
    if (symlink("/etc/passwd", "link.png") == 0) attach(content, "link.png");
    if (link("/proc/self/exe", "hard.png") == 0) attach(content, "hard.png");
    if (mkfifo("fifo.png", 0600) == 0) attach(content, "fifo.png");
    attach(content, "/etc/passwd");
    attach(content, "../../../../etc/passwd");
    attach(content, "tmp/../../../../../etc/passwd");
    attach(content, "/proc/self/fd/4");
    attach(content, "/proc/self/environ");
    attach(content, "/proc/self/cwd/nothing");
    attach(content, "/dev/zero");
    attach(content, "tmp");
    attach(content, ".");
    attach(content, "PICTURE.PNG");
    attach(content, "//etc//passwd");
    completion(content);
}
