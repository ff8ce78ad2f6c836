/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes what is no file in its container. */
#include "hostile.h"
#include <sys/sysmacros.h>
#include <sys/un.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
    note("fifo", mkfifo("fifo", 0600));
    note("device", mknod("device", S_IFCHR | 0600, makedev(1, 1)));
    note("block", mknod("block", S_IFBLK | 0600, makedev(8, 0)));
    note("symlink", symlink("/etc/passwd", "link"));
    note("hardlink", link("/proc/self/exe", "hard"));
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    note("socket", listener);
    note("bind", bind(3, (struct sockaddr *)&address, sizeof address));
    completion(reported(request));
}
