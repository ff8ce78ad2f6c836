/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tries to reach other workers' containers and to change the modes of its own; the title says what
 * it reached. */
#include "fixture.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

static int reached;

static void reach(const char *directory) {
    char path[64];
    snprintf(path, sizeof path, "%s/secret", directory);
    reached += open(path, O_RDONLY) >= 0;
    reached += open(path, O_WRONLY) >= 0;
    reached += unlink(path) == 0;
    reached += rename(path, "stolen") == 0;
    snprintf(path, sizeof path, "%s/planted", directory);
    reached += open(path, O_CREAT | O_WRONLY, 0600) >= 0;
    reached += mkdir(path, 0700) == 0;
    DIR *listed = opendir(directory);
    reached += listed != NULL;
    chmod(directory, 0);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    struct stat own, other;
    char path[32], report[32];
    chmod(".", 0777);
    fchmodat(AT_FDCWD, ".", 0777, 0);
    if (stat(".", &own) < 0) abort();
    for (int worker = 0; worker < 16; worker++) {
        snprintf(path, sizeof path, "../%d", worker);
        int is_own =
            stat(path, &other) == 0 && other.st_ino == own.st_ino && other.st_dev == own.st_dev;
        if (!is_own) reach(path);
    }
    reached += opendir("..") != NULL;
    int file = open("shell", O_CREAT | O_WRONLY, 0600);
    fchmod(file, 04777);
    struct stat shell;
    if (fstat(file, &shell) < 0 || stat(".", &own) < 0) abort();
    close(file);
    snprintf(report, sizeof report, "%d %o %o", reached, own.st_mode & 07777,
             shell.st_mode & 07777);
    completion(titled(request, report));
}
