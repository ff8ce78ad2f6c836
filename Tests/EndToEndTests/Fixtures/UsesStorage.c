/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tries what a directory that outlives it is not for, in each that it is given, and to reach the
 * one at OTHER, which it is not given; the title says what it was told. */
#include "fixture.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

static char report[1024];

static void say(const char *name, int is_done) {
    int error = errno;
    size_t length = strlen(report);
    snprintf(report + length, sizeof report - length, "%s%s=%s", length ? " " : "", name,
             is_done           ? "ok"
             : error == EACCES ? "EACCES"
             : error == EPERM  ? "EPERM"
             : error == ENOENT ? "ENOENT"
             : error == EROFS  ? "EROFS"
             : error == EXDEV  ? "EXDEV"
                               : strerror(error));
}

static int create(const char *path) {
    int file = open(path, O_CREAT | O_RDWR, 0600);
    if (file < 0) return 0;
    int is_written = write(file, "kept", 4) == 4;
    close(file);
    return is_written;
}

static void use(const bf_folder *folder) {
    static const char *const names[] = {"data", "group", "keychain"};
    char path[512];
    snprintf(path, sizeof path, "%.*s", (int)folder->path.count, (const char *)folder->path.bytes);
    if (chdir(path) < 0) {
        say("chdir", 0);
        return;
    }
    say(names[folder->kind], 1);
    say("kept", access("kept", F_OK) == 0);
    say("write", create("written") && rename("written", "kept") == 0);
    say("link", link("kept", "linked") == 0);
    say("symlink", symlink("/etc/passwd", "password") == 0);
    say("fifo", mkfifo("pipe", 0600) == 0);
    say("device", mknod("null", S_IFCHR | 0600, 0x103) == 0);
    int file = open("kept", O_RDONLY);
    say("execute",
        file >= 0 && mmap(NULL, 4, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) != MAP_FAILED);
    if (file >= 0) close(file);
    say("up", open("..", O_RDONLY | O_DIRECTORY) >= 0);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    bf_string id = {(const uint8_t *)BF_INTERFACE_STORAGE, sizeof BF_INTERFACE_STORAGE - 1};
    const bf_storage *storage = host->interface(host, id);
    report[0] = 0;
    for (uint32_t index = 0; storage && index < storage->folder_count; index++)
        use(&storage->folders[index]);
    say("other", open(OTHER, O_RDONLY | O_DIRECTORY) >= 0 || create(OTHER "/planted"));
    completion(titled(request, report));
}
