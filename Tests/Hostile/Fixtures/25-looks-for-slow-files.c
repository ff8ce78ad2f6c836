/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Looks for a file system that would hold it where no signal reaches, and tries to mount one. */
#include "hostile.h"
#include <sys/mount.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (acts(request, "mounts")) mount("none", "tmp", "tmpfs", 0, "");
    try_open("fuse", "/dev/fuse", O_RDWR);
    try_open("autofs", "/dev/autofs", O_RDWR);
    try_open("network-block", "/dev/nbd0", O_RDWR);
    int slow = 0;
    char line[1024];
    FILE *mounts = fopen("/proc/self/mounts", "r");
    while (mounts && fgets(line, sizeof line, mounts))
        slow += strstr(line, " fuse") || strstr(line, " nfs") || strstr(line, " autofs");
    note_number("slow-mounts", slow);
    completion(reported(request));
}
