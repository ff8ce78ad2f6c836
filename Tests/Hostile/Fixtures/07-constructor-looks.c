/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Looks for secrets in its environment and its arguments while it is loaded. */
#include "hostile.h"
#include <sys/auxv.h>

extern char **environ;

static int holds_secret(const char *path) {
    static char bytes[65536];
    int file = open(path, O_RDONLY);
    if (file < 0) return 0;
    ssize_t count = read(file, bytes, sizeof bytes);
    close(file);
    return count > 0 && memmem(bytes, (size_t)count, "hunter2", 7) != NULL;
}

__attribute__((constructor)) static void look(int count, char **arguments) {
    int found = 0;
    for (char **entry = environ; *entry; entry++) found += strstr(*entry, "hunter2") != NULL;
    for (int index = 0; index < count; index++)
        found += strstr(arguments[index], "hunter2") != NULL;
    const char *program = (const char *)getauxval(AT_EXECFN);
    found += program && strstr(program, "hunter2") != NULL;
    note_number("environment", found);
    note_number("environ", holds_secret("/proc/self/environ"));
    note_number("arguments", holds_secret("/proc/self/cmdline"));
    note_number("preload", getenv("LD_PRELOAD") != NULL);
    note_number("parent", holds_secret("/proc/1/environ"));
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", getppid());
    note_number("zygote", holds_secret(path));
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}
