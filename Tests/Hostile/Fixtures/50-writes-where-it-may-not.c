/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes into its bundle, anywhere else, and more files than a container takes. */
#include "hostile.h"

static void fill_container(void) {
    char name[32];
    int count = 0, error = 0;
    while (!error && count < 200000) {
        snprintf(name, sizeof name, "inode-%d", count);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        if (file < 0)
            error = errno;
        else
            close(file);
        count += !error;
    }
    errno = error;
    note("inodes", error ? -1 : 0);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char path[1100];
    if (acts(request, "inodes")) {
        fill_container();
        completion(reported(request));
        return;
    }
    const bf_bundle *bundle = host->interface(host, BF_STRING(BF_INTERFACE_BUNDLE));
    int length = (int)bundle->path.count;
    const char *own = (const char *)bundle->path.bytes;
    snprintf(path, sizeof path, "%.*s/Info.plist", length, own);
    try_open("manifest", path, O_WRONLY);
    note("unlink", unlink(path));
    note("rename", rename(path, "taken"));
    note("truncate", truncate(path, 0));
    snprintf(path, sizeof path, "%.*s/new", length, own);
    try_open("new", path, O_CREAT | O_WRONLY);
    note("directory", mkdir(path, 0700));
    try_open("library", "/proc/self/fd/4", O_RDWR);
    try_open("temporary", "/tmp/belfry-escape", O_CREAT | O_WRONLY);
    try_open("libraries", "/usr/lib/belfry-escape", O_CREAT | O_WRONLY);
    try_open("beside", "../escape", O_CREAT | O_WRONLY);
    try_open("own", "file", O_CREAT | O_RDWR);
    completion(reported(request));
}
