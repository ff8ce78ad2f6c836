/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tries to reach whatever runs beside it: by files that all can read, locks, sockets, shared memory,
 * futexes and signals. Each copy does both halves, so that any two of them meet if they can. Every
 * answer is an error's name, or a count of what was reached. */
#include "hostile.h"
#include <dirent.h>
#include <linux/futex.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/un.h>

static const char *const common = "/usr/lib/x86_64-linux-gnu/libc.so.6";
static const char *const mark = "cross-bundle-mark";

/* What a name leads to, beneath its own folder, that somebody else has put there. */
static int marks_in(const char *folder) {
    int count = 0;
    DIR *directory = opendir(folder);
    if (!directory) return 0;
    for (struct dirent *entry; (entry = readdir(directory));)
        count += strncmp(entry->d_name, mark, strlen(mark)) == 0;
    closedir(directory);
    return count;
}

static void reach_files(bf_request request) {
    static const char *const shared[] = {"/tmp", "/dev/shm", "/run", "/var/tmp", "/", "/proc"};
    int others = 0, made = 0;
    for (size_t index = 0; index < sizeof shared / sizeof *shared; index++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s-%d", shared[index], mark, rand());
        others += marks_in(shared[index]);
        int file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
        if (file < 0) continue;
        made++;
        close(file);
        unlink(path);
    }
    note_number("marks", others);
    note_number("made", made);
    try_open("neighbour", asked(request, "neighbour"), O_RDONLY);
    try_open("neighbour-write", asked(request, "neighbour"), O_WRONLY);
}

static void reach_locks(void) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = open(common, O_RDONLY | O_CLOEXEC);
    note("lock", flock(file, LOCK_EX | LOCK_NB));
    note("record-lock", fcntl(file, F_SETLK, &lock));
    note("open-lock", fcntl(file, F_OFD_SETLK, &lock));
    note("lease", fcntl(file, F_SETLEASE, F_RDLCK));
    sleep_ms(5);
    close(file);
}

static void reach_sockets(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "%s", mark);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0), client = socket(AF_UNIX, SOCK_DGRAM, 0);
    note("abstract", listener < 0 ? -1 : bind(listener, (void *)&address, sizeof address));
    note("abstract-connect", client < 0 ? -1 : connect(client, (void *)&address, sizeof address));
    if (listener >= 0) close(listener);
    if (client >= 0) close(client);
}

static void reach_shared_memory(void) {
    try_open("shared-memory", "/dev/shm/cross-bundle-mark", O_CREAT | O_RDWR);
    note("message-queue", syscall(SYS_mq_open, mark, O_CREAT | O_RDWR, 0666, NULL));
}

/* Waits on a page that all have, and wakes whoever waits there. */
static void reach_futex(void) {
    int file = open(common, O_RDONLY | O_CLOEXEC);
    uint32_t *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    struct timespec time = {.tv_nsec = 5000000};
    long woken = 0, was_woken = 0;
    close(file);
    if (page == MAP_FAILED) return note("futex", -1);
    for (int round = 0; round < 3; round++) {
        was_woken += syscall(SYS_futex, page, FUTEX_WAIT, *page, &time, NULL, 0) == 0;
        long count = syscall(SYS_futex, page, FUTEX_WAKE, 64, NULL, NULL, 0);
        if (count > 0) woken += count;
    }
    note_number("futex", woken + was_woken);
    munmap(page, 4096);
}

static void reach_processes(void) {
    int signalled = 0, seen = 0;
    for (int process = 1; process < 4096; process++)
        signalled += process != getpid() && syscall(SYS_kill, process, 0) == 0;
    DIR *directory = opendir("/proc");
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        seen += atoi(entry->d_name) > 0 && atoi(entry->d_name) != getpid();
    if (directory) closedir(directory);
    note_number("signalled", signalled);
    note_number("seen", seen);
}

/* Sees when others open what all can read. */
static void reach_notices(void) {
    int notices = (int)syscall(SYS_inotify_init1, IN_NONBLOCK | IN_CLOEXEC);
    note("notices", notices < 0 ? -1 : inotify_add_watch(notices, common, IN_OPEN | IN_ACCESS));
    if (notices >= 0) close(notices);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    report[0] = 0;
    srand((unsigned)time(NULL) ^ (unsigned)(uintptr_t)&request);
    if (acts(request, "files")) reach_files(request);
    if (acts(request, "locks")) reach_locks();
    if (acts(request, "sockets")) reach_sockets();
    if (acts(request, "memory")) reach_shared_memory();
    if (acts(request, "segments")) syscall(SYS_shmget, 0x62656c66, 4096, IPC_CREAT | 0666);
    if (acts(request, "futex")) reach_futex();
    if (acts(request, "processes")) reach_processes();
    if (acts(request, "notices")) reach_notices();
    completion(reported(request));
}
