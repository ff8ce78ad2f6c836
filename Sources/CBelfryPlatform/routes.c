/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include "CBelfryPlatform.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* What the kernel says of one route. */
struct answer {
    int error; /* Why there is none, else 0; nothing else is set then. */
    uint8_t type;
    uint8_t protocol;
    uint8_t prefix_length;
    int has_gateway;
    int interface;
};

/* Sends the question of which route leads to an address. */
static int send_question(int netlink, const uint8_t *address, size_t count, unsigned flags) {
    struct {
        struct nlmsghdr header;
        struct rtmsg route;
        struct rtattr destination;
        uint8_t address[16];
    } question = {
        .header.nlmsg_len = (uint32_t)(NLMSG_LENGTH(sizeof(struct rtmsg)) + RTA_LENGTH(count)),
        .header.nlmsg_type = RTM_GETROUTE,
        .header.nlmsg_flags = NLM_F_REQUEST,
        .route.rtm_family = count == 4 ? AF_INET : AF_INET6,
        .route.rtm_dst_len = (uint8_t)(8 * count),
        .route.rtm_flags = flags,
        .destination.rta_len = (uint16_t)RTA_LENGTH(count),
        .destination.rta_type = RTA_DST,
    };
    memcpy(question.address, address, count);
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    ssize_t sent = sendto(netlink, &question, question.header.nlmsg_len, 0,
                          (struct sockaddr *)&kernel, sizeof kernel);
    return sent < 0 ? -1 : 0;
}

/* Reads the kernel's answer. */
static int receive_answer(int netlink, struct answer *answer) {
    union {
        struct nlmsghdr header;
        uint8_t bytes[16384];
    } message;
    struct sockaddr_nl sender;
    socklen_t length = sizeof sender;
    ssize_t count;
    do {
        count = recvfrom(netlink, &message, sizeof message, MSG_TRUNC, (struct sockaddr *)&sender,
                         &length);
        if (count < 0) return -1;
    } while (sender.nl_pid != 0); /* Only the kernel has the number 0. */
    errno = EBADMSG;
    if (count > (ssize_t)sizeof message || !NLMSG_OK(&message.header, (size_t)count)) return -1;
    memset(answer, 0, sizeof *answer);
    if (message.header.nlmsg_type == NLMSG_ERROR) {
        struct nlmsgerr *failure = NLMSG_DATA(&message.header);
        if (message.header.nlmsg_len < NLMSG_LENGTH(sizeof *failure) || failure->error >= 0)
            return -1;
        answer->error = -failure->error;
        return 0;
    }
    struct rtmsg *route = NLMSG_DATA(&message.header);
    if (message.header.nlmsg_type != RTM_NEWROUTE ||
        message.header.nlmsg_len < NLMSG_LENGTH(sizeof *route))
        return -1;
    answer->type = route->rtm_type;
    answer->protocol = route->rtm_protocol;
    answer->prefix_length = route->rtm_dst_len;
    int rest = (int)(message.header.nlmsg_len - NLMSG_LENGTH(sizeof *route));
    for (struct rtattr *part = RTM_RTA(route); RTA_OK(part, rest); part = RTA_NEXT(part, rest)) {
        if (part->rta_type == RTA_GATEWAY || part->rta_type == RTA_VIA) answer->has_gateway = 1;
        if (part->rta_type == RTA_OIF && RTA_PAYLOAD(part) >= sizeof answer->interface)
            memcpy(&answer->interface, RTA_DATA(part), sizeof answer->interface);
    }
    return 0;
}

static int ask(int netlink, const uint8_t *address, size_t count, unsigned flags,
               struct answer *answer) {
    if (send_question(netlink, address, count, flags) != 0) return -1;
    return receive_answer(netlink, answer);
}

/* An interface's flags (man 7 netdevice), which any socket can be asked for. */
static int interface_flags(int socket, int interface) {
    struct ifreq request = {.ifr_ifindex = interface};
    if (ioctl(socket, SIOCGIFNAME, &request) != 0) return -1;
    if (ioctl(socket, SIOCGIFFLAGS, &request) != 0) return -1;
    return (unsigned short)request.ifr_flags;
}

/* Whether the tables have no way, or one that the machine's owner has closed: unreachable, prohibit,
 * blackhole (man 8 ip-route). */
static int is_no_way(int error) {
    return error == ENETUNREACH || error == EHOSTUNREACH || error == EACCES || error == EINVAL;
}

static int find(int netlink, const uint8_t *address, size_t count, struct belfry_route *route) {
    struct answer taken;
    /* The route as a connection takes it, with the gateway of the one hop that is chosen. */
    if (ask(netlink, address, count, 0, &taken) != 0) return -1;
    memset(route, 0, sizeof *route);
    if (is_no_way(taken.error)) return 0;
    if (taken.error != 0) {
        errno = taken.error;
        return -1;
    }
    route->exists = true;
    route->is_unicast = taken.type == RTN_UNICAST;
    route->has_gateway = taken.has_gateway != 0;
    if (!route->is_unicast || route->has_gateway) return 0;
    /* The entry of the table that it comes from, with the prefix that the entry is for. */
    struct answer entry;
    if (ask(netlink, address, count, RTM_F_FIB_MATCH, &entry) != 0) return -1;
    if (entry.error != 0) {
        errno = entry.error;
        return -1;
    }
    int flags = interface_flags(netlink, taken.interface);
    if (flags < 0) return -1;
    route->is_default = entry.prefix_length == 0;
    route->is_of_own_address = entry.protocol == RTPROT_KERNEL;
    route->is_loopback = (flags & IFF_LOOPBACK) != 0;
    route->has_neighbours = (flags & (IFF_POINTOPOINT | IFF_NOARP)) == 0;
    return 0;
}

int belfry_find_route(const uint8_t *address, size_t count, struct belfry_route *route) {
    if (count != 4 && count != 16) {
        errno = EAFNOSUPPORT;
        return -1;
    }
    int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (netlink < 0) return -1;
    int result = find(netlink, address, count, route);
    int error = errno;
    close(netlink);
    errno = error;
    return result;
}
