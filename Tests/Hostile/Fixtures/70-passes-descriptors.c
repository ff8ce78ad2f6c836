/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Passes descriptors to the host, which asked for none. */
#include "wire.h"

/* Sends one byte string with so many copies of a descriptor. */
static long pass(int descriptor, int count, const packet *packet) {
    static char control[CMSG_SPACE(sizeof(int) * 253)];
    struct iovec part = {(void *)packet->bytes, packet->count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control};
    message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
    for (int index = 0; index < count; index++)
        memcpy(CMSG_DATA(header) + sizeof(int) * (size_t)index, &descriptor, sizeof descriptor);
    return sendmsg(HOST_SOCKET, &message, MSG_NOSIGNAL);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static packet line;
    int ends[2];
    put8(&line, 5);
    put32(&line, 1);
    put_text(&line, "line", 4);
    if (pipe2(ends, 0) < 0) abort();
    if (acts(request, "many")) pass(ends[0], 253, &line);
    if (acts(request, "pipe")) pass(ends[1], 1, &line);
    if (acts(request, "directory")) pass(open(".", O_RDONLY | O_DIRECTORY), 1, &line);
    if (acts(request, "path")) pass(open(".", O_PATH), 1, &line);
    if (acts(request, "socket")) pass(HOST_SOCKET, 1, &line);
    if (acts(request, "loop"))
        for (int number = 0; number < 64; number++) pass(HOST_SOCKET, 253, &line);
    if (acts(request, "memory")) pass(open("/proc/self/maps", O_RDONLY), 1, &line);
    if (acts(request, "flood"))
        for (int number = 0; number < 1000; number++) pass(ends[0], 253, &line);
    if (acts(request, "many") || acts(request, "loop")) {
        /* The host's end is shut by then, or it is not read any more. */
        for (int number = 0; number < 8; number++) pass(ends[0], 253, &line);
    }
    for (;;) pause();
}
