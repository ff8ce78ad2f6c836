/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tries from inside what the sandbox must refuse, and reports each answer as the body. */
#define _GNU_SOURCE
#include "fixture.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>

static char report[4096];

static void note(const char *name, long result) {
    size_t used = strlen(report);
    snprintf(report + used, sizeof report - used, "%s=%s\n", name,
             result < 0 ? strerrorname_np(errno) : "ok");
}

static void try_open(const char *name, const char *path, int flags) {
    int file = open(path, flags, 0600);
    note(name, file);
    if (file >= 0) close(file);
}

static void try_network(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(22)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int stream = socket(AF_INET, SOCK_STREAM, 0);
    note("tcp", stream);
    if (stream >= 0) note("connect", connect(stream, (struct sockaddr *)&address, sizeof address));
    note("udp", socket(AF_INET, SOCK_DGRAM, 0));
    note("unix", socket(AF_UNIX, SOCK_STREAM, 0));
    note("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
}

static void try_memory(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    note("mprotect-exec", mprotect(page, 4096, PROT_READ | PROT_EXEC));
    note("mmap-exec",
         mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
             ? -1
             : 0);
    note("memfd", memfd_create("code", 0));
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    try_open("etc-passwd", "/etc/passwd", O_RDONLY);
    try_open("etc-shadow", "/etc/shadow", O_RDONLY);
    try_open("root-home", "/root/.bashrc", O_RDONLY);
    try_open("host-proc", "/proc/1/environ", O_RDONLY);
    try_open("proc-mem", "/proc/1/mem", O_RDWR);
    try_open("own-bundle-write", "/proc/self/cwd/../x", O_CREAT | O_WRONLY);
    try_open("container-write", "file", O_CREAT | O_RDWR);
    try_open("tmp-write", "/tmp/belfry-escape", O_CREAT | O_WRONLY);
    try_open("usr-write", "/usr/lib/belfry-escape", O_CREAT | O_WRONLY);
    try_open("urandom", "/dev/urandom", O_RDONLY);
    try_network();
    try_memory();
    note("fork", (long)fork());
    note("kill-parent", kill(getppid(), SIGKILL));
    note("kill-all", kill(-1, SIGKILL));
    note("own-session", getsid(0) == getpid() ? 0 : -1);
    note("setuid", setuid(0));
    note("chown", chown("file", 0, 0));
    note("symlink", symlink("/etc/passwd", "link"));
    note("fifo", mkfifo("fifo", 0600));
    note("clone3", syscall(SYS_clone3, NULL, 0));
    bf_content content = titled(request, "looked");
    bf_string text = {(const uint8_t *)report, strlen(report)};
    host->set_text(host, content, BF_KEY_BODY, text);
    completion(content);
}
