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

/* Opens and locks files that all extensions can read, as many as it can; how many. */
static long lock_shared_files(void) {
    static const char *const paths[] = {"/dev/null", "/dev/urandom", "/dev/random", "/usr/lib"};
    long count = 0;
    for (;;) {
        int file = open(paths[count % 4], O_RDONLY);
        if (file < 0 || flock(file, LOCK_SH | LOCK_NB) < 0) return count;
        count++;
    }
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = open("locked", O_CREAT | O_RDWR, 0600), again = open("locked", O_RDWR);
    long ranges = lock_ranges("ranges", file, F_SETLK) + lock_ranges("waits", file, F_SETLKW) +
                  lock_ranges("open-ranges", file, F_OFD_SETLK) +
                  lock_ranges("open-waits", file, F_OFD_SETLKW);
    note_number("count", ranges);
    note("asks", fcntl(file, F_GETLK, &lock));
    note("lease", fcntl(file, F_SETLEASE, F_RDLCK));
    note("watch", fcntl(open(".", O_RDONLY | O_DIRECTORY), F_NOTIFY, 1));
    /* What storage.h promises. */
    note("own", flock(file, LOCK_EX | LOCK_NB));
    note("own-again", flock(again, LOCK_EX | LOCK_NB));
    note("released", flock(file, LOCK_UN));
    note("own-then", flock(again, LOCK_EX | LOCK_NB));
    long shared = lock_shared_files();
    note_number("few-shared", shared < 64);
    completion(reported(request));
}
