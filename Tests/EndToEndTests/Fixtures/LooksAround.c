/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Reports the process it finds itself in, a fact a line, as the body. */
#define _GNU_SOURCE
#include "fixture.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

extern char **environ;
static char report[8192];

__attribute__((format(printf, 2, 3))) static void note(const char *name, const char *format, ...) {
    size_t used = strlen(report);
    va_list arguments;
    used += (size_t)snprintf(report + used, sizeof report - used, "%s=", name);
    va_start(arguments, format);
    vsnprintf(report + used, sizeof report - used, format, arguments);
    va_end(arguments);
    strcat(report, "\n");
}

static void note_result(const char *name, long result) {
    note(name, "%s", result < 0 ? strerrorname_np(errno) : "ok");
}

static void note_file(const char *name, const char *path, const char *label) {
    char line[256] = "", *found = NULL;
    FILE *file = fopen(path, "re");
    while (file && !found && fgets(line, sizeof line, file))
        if (strncmp(line, label, strlen(label)) == 0) found = line + strlen(label);
    if (file) fclose(file);
    note(name, "%s", found ? strtok(found, " \t\n") : "none");
}

static void note_limits(void) {
    static const struct {
        const char *name;
        int resource;
    } limits[] = {
        {"stack", RLIMIT_STACK},       {"nofile", RLIMIT_NOFILE},
        {"core", RLIMIT_CORE},         {"memlock", RLIMIT_MEMLOCK},
        {"msgqueue", RLIMIT_MSGQUEUE}, {"sigpending", RLIMIT_SIGPENDING},
        {"fsize", RLIMIT_FSIZE},
    };
    for (size_t index = 0; index < sizeof limits / sizeof *limits; index++) {
        struct rlimit limit = {0};
        getrlimit(limits[index].resource, &limit);
        note(limits[index].name, "%lu", (unsigned long)limit.rlim_max);
    }
    struct rlimit raised = {RLIM_INFINITY, RLIM_INFINITY};
    note_result("raise", setrlimit(RLIMIT_DATA, &raised));
}

static void note_memory(void) {
    const int both = PROT_READ | PROT_WRITE;
    const struct {
        const char *name;
        size_t count;
        int flags;
    } kinds[] = {
        {"private", 4096, MAP_PRIVATE | MAP_ANONYMOUS},
        {"shared", 4096, MAP_SHARED | MAP_ANONYMOUS},
        {"grows-down", 4096, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN},
        {"huge", 2 << 20, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB},
        {"gigabyte", 1 << 30, MAP_PRIVATE | MAP_ANONYMOUS},
    };
    for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index++) {
        void *space = mmap(NULL, kinds[index].count, both, kinds[index].flags, -1, 0);
        note_result(kinds[index].name, space == MAP_FAILED ? -1 : 0);
    }
    void *reserved = mmap(NULL, 1ul << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    note_result("reserved", reserved == MAP_FAILED ? -1 : 0);
    note_result("unreserved", mprotect(reserved, 1ul << 30, both));
    note_result("zero", open("/dev/zero", O_RDWR));
}

static void note_network(void) {
    struct sockaddr_in port = {.sin_family = AF_INET, .sin_port = htons(9)};
    struct sockaddr_un path = {.sun_family = AF_UNIX, .sun_path = "/run/dbus/system_bus_socket"};
    port.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int datagrams = socket(AF_INET, SOCK_DGRAM, 0);
    note_result("udp",
                datagrams < 0 ? -1 : sendto(datagrams, "", 1, 0, (void *)&port, sizeof port));
    int stream = socket(AF_UNIX, SOCK_STREAM, 0);
    note_result("unix", stream < 0 ? -1 : connect(stream, (void *)&path, sizeof path));
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    note_result("port", connection < 0 ? -1 : connect(connection, (void *)&port, sizeof port));
}

static void note_descriptors(void) {
    char list[256] = "";
    DIR *folder = opendir("/proc/self/fd");
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (entry->d_name[0] != '.' && atoi(entry->d_name) != dirfd(folder))
            snprintf(list + strlen(list), sizeof list - strlen(list), " %d", atoi(entry->d_name));
    if (folder) closedir(folder);
    note("descriptors", "%s", list);
}

static void note_processes(void) {
    int count = 0;
    DIR *folder = opendir("/proc");
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        count += atoi(entry->d_name) > 0;
    if (folder) closedir(folder);
    note("processes", "%d", count);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    note_descriptors();
    note_processes();
    for (char **variable = environ; *variable; variable++)
        note("environment", "%.*s", (int)strcspn(*variable, "="), *variable);
    note_file("oom", "/proc/self/oom_score_adj", "");
    note_file("huge-pages", "/proc/self/status", "THP_enabled:");
    note_file("no-new-privs", "/proc/self/status", "NoNewPrivs:");
    note_file("capabilities", "/proc/self/status", "CapPrm:");
    note_file("bounding", "/proc/self/status", "CapBnd:");
    note_file("filters", "/proc/self/status", "Seccomp_filters:");
    note_limits();
    note_memory();
    note_network();
    bf_content content = titled(request, "looked around");
    bf_string text = {(const uint8_t *)report, strlen(report)};
    host->set_text(host, content, BF_KEY_BODY, text);
    completion(content);
}
