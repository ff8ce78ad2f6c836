/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Copies a library into its container and tries to run code from there: in a constructor, while
 * libraries may still be loaded, and afterwards. */
#define _GNU_SOURCE
#include "fixture.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

static const char *loaded = "not tried", *mapped = "not tried";

static void copy(const char *from, const char *to) {
    static char buffer[1 << 16];
    int source = open(from, O_RDONLY), target = open(to, O_CREAT | O_WRONLY, 0700);
    ssize_t count;
    while ((count = read(source, buffer, sizeof buffer)) > 0) {
        if (write(target, buffer, count) != count) abort();
    }
    close(source);
    close(target);
}

__attribute__((constructor)) static void try_loading(void) {
    Dl_info info;
    if (!dladdr((void *)dlopen, &info)) return;
    copy(info.dli_fname, "tmp/library.so");
    char path[4096];
    snprintf(path, sizeof path, "%s/library.so", getenv("TMPDIR"));
    loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL) ? "loaded" : "refused";
    int file = open(path, O_RDONLY);
    void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
    mapped = file < 0 ? "unreadable" : code == MAP_FAILED ? strerrorname_np(errno) : "mapped";
    close(file);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    char report[64];
    snprintf(report, sizeof report, "%s %s", loaded, mapped);
    completion(titled(request, report));
}
