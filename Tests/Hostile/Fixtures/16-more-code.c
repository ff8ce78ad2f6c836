/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tries to load more code when it is at work. */
#include "hostile.h"
#include <dlfcn.h>

static void copy_own_library(const char *to) {
    static char bytes[65536];
    int from = open("/proc/self/exe", O_RDONLY), file = open(to, O_CREAT | O_WRONLY, 0700);
    for (ssize_t count; (count = read(from, bytes, sizeof bytes)) > 0;)
        if (write(file, bytes, (size_t)count) != count) break;
    close(from);
    close(file);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char path[1024];
    const bf_bundle *bundle = host->interface(host, BF_STRING(BF_INTERFACE_BUNDLE));
    copy_own_library("more.so");
    note_number("scratch", dlopen("./more.so", RTLD_NOW) != NULL);
    snprintf(path, sizeof path, "%.*s/second.so", (int)bundle->path.count,
             (const char *)bundle->path.bytes);
    note_number("bundle", dlopen(path, RTLD_NOW) != NULL);
    note_number("system", dlopen("libcrypt.so.1", RTLD_NOW) != NULL);
    int file = open("more.so", O_RDONLY);
    void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
    note("map", code == MAP_FAILED ? -1 : 0);
    code = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    note("protect", mprotect(code, 4096, PROT_READ | PROT_EXEC));
    note("memfd", memfd_create("code", 0));
    code = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    note("anonymous", mprotect(code, 4096, PROT_READ | PROT_EXEC));
    note("own-code", mprotect((void *)((uintptr_t)did_receive & ~4095ul), 4096,
                              PROT_READ | PROT_WRITE | PROT_EXEC));
    int both = 0;
    char line[1024], modes[8];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        both += sscanf(line, "%*s %7s", modes) == 1 && modes[1] == 'w' && modes[2] == 'x';
    note_number("writable-code", both);
    completion(reported(request));
}
