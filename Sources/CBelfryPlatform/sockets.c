/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#define _GNU_SOURCE
#include "CBelfryPlatform.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* Fills in an address; 0, or -1 with ENAMETOOLONG. A leading '@' is the abstract namespace. */
static int fill(struct sockaddr_un *address, socklen_t *length, const char *path) {
    size_t count = strlen(path);
    if (count == 0 || count >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, count);
    int is_abstract = path[0] == '@';
    if (is_abstract) address->sun_path[0] = '\0';
    *length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + count + (is_abstract ? 0 : 1));
    return 0;
}

int belfry_unix_path_limit(void) { return (int)sizeof(((struct sockaddr_un *)NULL)->sun_path) - 1; }

int belfry_unix_listener(const char *path, mode_t mode, int backlog) {
    struct sockaddr_un address;
    socklen_t length;
    if (fill(&address, &length, path) != 0) return -1;
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0) return -1;
    /* The mode of the socket before bind(2) is the mode of the file that bind makes. */
    if (fchmod(listener, mode) != 0 || bind(listener, (struct sockaddr *)&address, length) != 0 ||
        listen(listener, backlog) != 0) {
        int error = errno;
        close(listener);
        errno = error;
        return -1;
    }
    return listener;
}

int belfry_unix_datagram(const char *path, const void *bytes, size_t count) {
    struct sockaddr_un address;
    socklen_t length;
    if (fill(&address, &length, path) != 0) return -1;
    int sender = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (sender < 0) return -1;
    ssize_t sent = sendto(sender, bytes, count, MSG_NOSIGNAL, (struct sockaddr *)&address, length);
    int error = errno;
    close(sender);
    errno = error;
    return sent < 0 ? -1 : 0;
}
