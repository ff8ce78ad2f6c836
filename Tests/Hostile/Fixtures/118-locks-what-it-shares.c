/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Locks files by the hundred thousand: its own, and those that all extensions read. */
#include "hostile.h"
#include <sys/file.h>

/* Not for ever, for the sake of a machine that lets it. */
#define MOST_LOCKS 220000

/* Locks one range of a file after the other, the last one first; how many. */
static long lock_ranges(const char *name, int file, int command) {
    long count = 0;
    for (off_t range = MOST_LOCKS; range > 0; range--) {
        struct flock lock = {
            .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = range * 2, .l_len = 1};
        if (fcntl(file, command, &lock) < 0) {
            note(name, -1);
            return count;
        }
        count++;
    }
    note(name, 0);
    return count;
}

/* Tries to lock files that are open for reading only, and files that other bundles can open. */
static void lock_shared_files(void) {
    static const struct {
        const char *name, *path;
        int flags;
    } files[] = {
        {"library", "/usr/lib/x86_64-linux-gnu/libc.so.6", O_RDONLY},
        {"system", "/usr/lib", O_RDONLY | O_DIRECTORY},
        {"null", "/dev/null", O_RDWR},
        {"random", "/dev/urandom", O_RDONLY},
        {"own-to-read", "locked", O_RDONLY},
        {"own-path", "locked", O_PATH},
        {"folder", ".", O_RDONLY | O_DIRECTORY},
    };
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
        char name[64];
        int file = open(files[index].path, files[index].flags | O_CLOEXEC);
        note(files[index].name, file < 0 ? -1 : flock(file, LOCK_SH | LOCK_NB));
        snprintf(name, sizeof name, "%s-range", files[index].name);
        note(name, fcntl(file, F_SETLK, &lock));
        snprintf(name, sizeof name, "%s-open-range", files[index].name);
        lock.l_pid = 0;
        note(name, fcntl(file, F_OFD_SETLK, &lock));
        close(file);
    }
}

/* What storage.h promises. */
static void lock_own_file(int file, int again) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    note("own", flock(file, LOCK_EX | LOCK_NB));
    note("own-again", flock(again, LOCK_EX | LOCK_NB));
    note("released", flock(file, LOCK_UN));
    note("own-then", flock(again, LOCK_EX));
    note("no-operation", flock(file, 77));
    note("no-file", flock(999, LOCK_EX));
    note("asks", fcntl(file, F_GETLK, &lock));
    note("lease", fcntl(file, F_SETLEASE, F_RDLCK));
    note("watch", fcntl(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), F_NOTIFY, 1));
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    report[0] = 0;
    int file = open("locked", O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    int again = open("locked", O_RDWR | O_CLOEXEC);
    if (acts(request, "waits")) {
        flock(file, LOCK_EX);
        flock(again, LOCK_EX);
    }
    if (acts(request, "all")) {
        lock_own_file(file, again);
        lock_shared_files();
    }
    long ranges = lock_ranges("ranges", file, F_SETLK) + lock_ranges("waits", file, F_SETLKW) +
                  lock_ranges("open-ranges", file, F_OFD_SETLK) +
                  lock_ranges("open-waits", file, F_OFD_SETLKW);
    note_number("count", ranges);
    note("too-many", flock(file, LOCK_SH | LOCK_NB));
    note("release", flock(again, LOCK_UN));
    close(file);
    close(again);
    completion(reported(request));
}
