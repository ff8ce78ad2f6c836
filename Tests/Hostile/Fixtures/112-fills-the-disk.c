/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Takes more of the disk than it may keep, in every way that takes space. */
#include "hostile.h"
#include <linux/openat2.h>

#define MEGABYTE (1l << 20)

/* More than a share, and not for ever, for the sake of a machine that lets it. */
#define MOST_MEGABYTES 3072

static char folder[512];
static char block[MEGABYTE];

/* The path of a file of its own. */
static const char *own(const char *name, int number) {
    static _Thread_local char path[640];
    snprintf(path, sizeof path, "%s/%s-%d", folder, name, number);
    return path;
}

/* Finds the first directory of a kind. */
static int find(uint32_t kind) {
    bf_string id = {(const uint8_t *)BF_INTERFACE_STORAGE, sizeof BF_INTERFACE_STORAGE - 1};
    const bf_storage *storage = host->interface(host, id);
    for (uint32_t index = 0; index < storage->folder_count; index++) {
        const bf_folder *found = &storage->folders[index];
        if (found->kind != kind) continue;
        snprintf(folder, sizeof folder, "%.*s", (int)found->path.count,
                 (const char *)found->path.bytes);
        return found->flags & BF_FOLDER_WRITABLE ? 1 : 0;
    }
    return -1;
}

static void reserve(void) {
    int file = open(own("reserved", 0), O_CREAT | O_RDWR, 0600);
    note("fallocate", fallocate(file, 0, 0, 60 * MEGABYTE));
    note("punch", fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096));
    /* The C library writes where the kernel does not reserve. */
    errno = posix_fallocate(file, 0, 8 * MEGABYTE);
    note("posix", errno ? -1 : 0);
    close(file);
    unlink(own("reserved", 0));
}

/* Past the page cache, which costs no CPU time, by each way to ask for that. */
static void write_directly(void) {
    struct open_how how = {.flags = O_RDWR | O_CREAT | O_DIRECT, .mode = 0600};
    int file = open(own("direct", 0), O_CREAT | O_RDWR, 0600);
    note("set-direct", fcntl(file, F_SETFL, O_DIRECT));
    close(file);
    try_open("direct", own("direct", 0), O_RDWR | O_DIRECT);
    note("old-direct", syscall(SYS_open, own("direct", 0), O_RDWR | O_DIRECT));
    note("new-direct", syscall(SYS_openat2, AT_FDCWD, own("direct", 0), &how, sizeof how));
    unlink(own("direct", 0));
}

static void write_files(int are_named) {
    memset(block, 1, sizeof block);
    for (int number = 0; number < MOST_MEGABYTES / 32; number++) {
        int file = open(own("file", number), O_CREAT | O_WRONLY, 0600);
        if (!are_named) unlink(own("file", number));
        for (int count = 0; count < 32; count++) {
            if (write(file, block, sizeof block) < 0) return;
        }
        if (are_named) close(file);
    }
}

/* One byte for each block of a hole. */
static void map_files(void) {
    for (int number = 0; number < MOST_MEGABYTES / 32; number++) {
        int file = open(own("hole", number), O_CREAT | O_RDWR, 0600);
        if (file < 0 || ftruncate(file, 32 * MEGABYTE) < 0) return;
        char *bytes = mmap(NULL, 32 * MEGABYTE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
        if (bytes == MAP_FAILED) return;
        for (long place = 0; place < 32 * MEGABYTE; place += 4096) bytes[place] = 1;
        munmap(bytes, 32 * MEGABYTE);
    }
}

/* Each piece has no name, and one page of it stays mapped. */
static void map_pieces(void) {
    for (long number = 0; number < MOST_MEGABYTES / 4; number++) {
        int file = open(own("piece", 0), O_CREAT | O_RDWR, 0600);
        if (file < 0 || unlink(own("piece", 0)) < 0 || ftruncate(file, 4 * MEGABYTE) < 0) {
            note("piece", -1);
            return;
        }
        char *bytes = mmap(NULL, 4 * MEGABYTE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
        if (bytes == MAP_FAILED) {
            note("map", -1);
            return;
        }
        for (long place = 0; place < 4 * MEGABYTE; place += 4096) bytes[place] = 1;
        munmap(bytes + 4096, 4 * MEGABYTE - 4096);
    }
}

static void copy_files(void) {
    memset(block, 1, sizeof block);
    int source = open(own("source", 0), O_CREAT | O_RDWR, 0600);
    for (int count = 0; count < 32; count++) {
        if (write(source, block, sizeof block) < 0) return;
    }
    for (int number = 0; number < MOST_MEGABYTES / 32; number++) {
        int file = open(own("copy", number), O_CREAT | O_WRONLY, 0600);
        off_t place = 0;
        while (place < 32 * MEGABYTE) {
            if (copy_file_range(source, &place, file, NULL, 32 * MEGABYTE, 0) <= 0) return;
        }
        close(file);
    }
}

static void make_files(void) {
    for (int number = 0; number < 400000; number++) {
        int file = open(own("empty", number), O_CREAT | O_WRONLY, 0600);
        if (file < 0) return;
        close(file);
    }
}

/* Directories too deep to be counted, and names that are no text. */
static void hide_files(void) {
    char path[1024];
    snprintf(path, sizeof path, "%s", folder);
    for (int depth = 0; depth < 40; depth++) {
        snprintf(path + strlen(path), sizeof path - strlen(path), "/d");
        if (mkdir(path, depth == 3 ? 0300 : 0700) < 0) note("mkdir", -1);
    }
    try_open("name", own("\xff\xfe", 0), O_CREAT | O_WRONLY);
}

static void remove_files(int number) {
    int removed = 0;
    for (int count = 0; count < number; count++) removed += unlink(own("kept", count)) == 0;
    note_number("removed", removed);
}

static void keep_files(int number, int byte_count) {
    int kept = 0;
    memset(block, 1, sizeof block);
    for (int count = 0; count < number; count++) {
        int file = open(own("kept", count), O_CREAT | O_WRONLY, 0600);
        if (file < 0) note("keep", -1);
        if (file < 0) break;
        for (int done = 0; done < byte_count; done += MEGABYTE) {
            if (write(file, block, sizeof block) < 0) note("write", -1);
        }
        close(file);
        kept++;
    }
    note_number("kept", kept);
}

static void read_files(int number) {
    int opened = 0;
    for (int count = 0; count < number; count++) {
        int file = open(own("kept", count), O_RDONLY);
        opened += file >= 0;
        if (file >= 0) close(file);
    }
    note_number("read", opened);
}

static void *write_later(void *unused) {
    write_files(1);
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    uint32_t kind = BF_FOLDER_DATA;
    if (strcmp(asked(request, "where"), "group") == 0) kind = BF_FOLDER_GROUP;
    if (strcmp(asked(request, "where"), "keychain") == 0) kind = BF_FOLDER_KEYCHAIN;
    note_number("writable", find(kind));
    if (acts(request, "reserve")) reserve();
    if (acts(request, "direct")) write_directly();
    if (acts(request, "write")) write_files(1);
    if (acts(request, "unlinked")) write_files(0);
    if (acts(request, "map")) map_files();
    if (acts(request, "pieces")) map_pieces();
    if (acts(request, "copy")) copy_files();
    if (acts(request, "files")) make_files();
    if (acts(request, "later")) start_thread(write_later, NULL);
    if (acts(request, "hide")) hide_files();
    if (acts(request, "keep-files")) keep_files(7600, 0);
    if (acts(request, "keep-bytes")) keep_files(5, 48 << 20);
    if (acts(request, "read")) read_files(7600);
    if (acts(request, "remove")) remove_files(7600);
    if (acts(request, "try")) try_open("try", own("new", 0), O_CREAT | O_WRONLY);
    if (acts(request, "look")) try_open("look", own("new", 0), O_RDONLY);
    completion(reported(request));
}
