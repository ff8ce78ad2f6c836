/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#define _GNU_SOURCE
#include "CBelfryPlatform.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int belfry_mount(const char *source, const char *target, const char *type, unsigned long flags,
                 const char *options) {
    return mount(source, target, type, flags, options);
}

const unsigned long belfry_ms_nosuid = MS_NOSUID, belfry_ms_nodev = MS_NODEV,
                    belfry_ms_noexec = MS_NOEXEC, belfry_ms_shared = MS_SHARED,
                    belfry_ms_slave = MS_SLAVE, belfry_ms_rec = MS_REC;
const uint64_t belfry_mount_rdonly = MOUNT_ATTR_RDONLY, belfry_mount_nosuid = MOUNT_ATTR_NOSUID,
               belfry_mount_nodev = MOUNT_ATTR_NODEV, belfry_mount_noexec = MOUNT_ATTR_NOEXEC;

int belfry_bind(int source, int directory, const char *target, uint64_t attributes) {
    int tree =
        open_tree(source, "", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH | AT_RECURSIVE);
    if (tree < 0) return -1;
    struct mount_attr attr = {.attr_set = attributes, .propagation = MS_PRIVATE};
    int result = mount_setattr(tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attr, sizeof attr);
    if (result == 0)
        result = move_mount(tree, "", directory, target,
                            MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH);
    int error = errno;
    close(tree);
    errno = error;
    return result;
}

int belfry_mount_restrict(const char *target, uint64_t attributes) {
    struct mount_attr attr = {.attr_set = attributes};
    return mount_setattr(AT_FDCWD, target, 0, &attr, sizeof attr);
}

int belfry_pivot(const char *root) {
    if (chdir(root) < 0) return -1;
    if (syscall(SYS_pivot_root, ".", ".") < 0) return -1;
    if (umount2(".", MNT_DETACH) < 0) return -1;
    return chdir("/");
}

/* The structures and constants as the kernel defines them, since the installed headers may be
 * older than the kernel. */
struct landlock_path { /* LANDLOCK_RULE_PATH_BENEATH */
    uint64_t access;
    int32_t parent;
} __attribute__((packed));
struct landlock_port { /* LANDLOCK_RULE_NET_PORT */
    uint64_t access;
    uint64_t port;
};
enum {
    landlock_version = 1,
    landlock_rule_path = 1,
    landlock_rule_port = 2,
    landlock_connect_tcp = 2,
};

int belfry_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, landlock_version);
}

int belfry_landlock_create(const struct belfry_landlock_rules *rules) {
    /* An older kernel refuses a longer structure unless the rest of it is zero. */
    return (int)syscall(SYS_landlock_create_ruleset, rules, sizeof *rules, 0);
}

int belfry_landlock_allow_path(int ruleset, int path, uint64_t access) {
    struct landlock_path rule = {.access = access, .parent = path};
    return (int)syscall(SYS_landlock_add_rule, ruleset, landlock_rule_path, &rule, 0);
}

int belfry_landlock_allow_connect(int ruleset, uint16_t port) {
    struct landlock_port rule = {.access = landlock_connect_tcp, .port = port};
    return (int)syscall(SYS_landlock_add_rule, ruleset, landlock_rule_port, &rule, 0);
}

int belfry_landlock_restrict(int ruleset) {
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}

int belfry_loopback_up(void) {
    int socket_ = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket_ < 0) return -1;
    struct ifreq request;
    memset(&request, 0, sizeof request);
    strcpy(request.ifr_name, "lo");
    int result = ioctl(socket_, SIOCGIFFLAGS, &request);
    if (result == 0) {
        request.ifr_flags |= IFF_UP;
        result = ioctl(socket_, SIOCSIFFLAGS, &request);
    }
    int error = errno;
    close(socket_);
    errno = error;
    return result;
}

int belfry_listen_loopback(uint16_t *port) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0) return -1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, length) < 0 || listen(listener, 16) < 0 ||
        getsockname(listener, (struct sockaddr *)&address, &length) < 0) {
        int error = errno;
        close(listener);
        errno = error;
        return -1;
    }
    *port = ntohs(address.sin_port);
    return listener;
}
