/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes a file into its container, waits, and finds it as it was, alone and with its own lock. */
#include "hostile.h"
#include <dirent.h>

static int count_files(const char *folder) {
    int count = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    if (directory) closedir(directory);
    return count;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    const char *folder = getenv("TMPDIR");
    char path[512], found[32] = "";
    report[0] = 0;
    snprintf(path, sizeof path, "%s/kept", folder ? folder : "/tmp");
    int file = open(path, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0666);
    note("wrote", file < 0 ? -1 : write(file, "the honest one's", 16));
    sleep_ms(2);
    note("read", file < 0 ? -1 : pread(file, found, sizeof found - 1, 0));
    note_number("same", strcmp(found, "the honest one's") == 0);
    note_number("files", count_files(folder ? folder : "/tmp"));
    if (file >= 0) close(file);
    unlink(path);
    completion(reported(request));
}
