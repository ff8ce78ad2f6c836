/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes every kind of socket there is. */
#include "hostile.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(22)};
    struct sockaddr_un hidden = {.sun_family = AF_UNIX, .sun_path = "\0belfry"};
    int pair[2];
    if (acts(request, "ring")) syscall(SYS_io_uring_setup, 8, NULL);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    note("tcp", socket(AF_INET, SOCK_STREAM, 0));
    note("tcp6", socket(AF_INET6, SOCK_STREAM, 0));
    note("udp", socket(AF_INET, SOCK_DGRAM, 0));
    note("raw", socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
    note("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
    note("vsock", socket(40, SOCK_STREAM, 0));
    note("packet", socket(17, SOCK_RAW, 0));
    note("crypto", socket(38, SOCK_SEQPACKET, 0));
    note("bluetooth", socket(31, SOCK_RAW, 1));
    note("unix", socket(AF_UNIX, SOCK_STREAM, 0));
    note("multipath", socket(AF_INET, SOCK_STREAM, 262));
    note("pair", socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
    note("connect", connect(3, (struct sockaddr *)&address, sizeof address));
    note("abstract", connect(3, (struct sockaddr *)&hidden, sizeof hidden));
    note("fast-open", sendto(3, "x", 1, MSG_FASTOPEN, (struct sockaddr *)&address, sizeof address));
    note("listen", listen(3, 1));
    completion(reported(request));
}
