/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Overwrites the memory of its worker: the host's table, closures, handles, everything that is not its
 * own. */
#include "hostile.h"

static bf_completion answer;

static void overwrite_writable(int value) {
    char line[1024], modes[8];
    unsigned long start, end, own = (unsigned long)line;
    static struct {
        unsigned long start, end;
    } ranges[512];
    int count = 0;
    int file = open("/proc/self/maps", O_RDONLY);
    static char text[256 << 10];
    size_t used = 0;
    for (ssize_t got; (got = read(file, text + used, sizeof text - 1 - used)) > 0;)
        used += (size_t)got;
    for (char *next = text; next && *next && count < 512; next = strchr(next, '\n')) {
        if (*next == '\n') next++;
        if (sscanf(next, "%lx-%lx %7s", &start, &end, modes) != 3) break;
        int holds_own = own >= start && own < end;
        holds_own |= (unsigned long)text >= start && (unsigned long)text < end;
        if (modes[1] == 'w' && !holds_own) {
            ranges[count].start = start;
            ranges[count++].end = end;
        }
    }
    for (int index = 0; index < count; index++)
        for (volatile char *byte = (char *)ranges[index].start; byte < (char *)ranges[index].end;
             byte += 64)
            *byte = (char)value;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    answer = completion;
    if (acts(request, "table")) {
        memset((void *)(uintptr_t)host, 0x41, sizeof *host);
        host->log(host, BF_LOG_INFO, BF_STRING("line"));
    } else if (acts(request, "closure")) {
        memset((void *)(uintptr_t)answer, 0xcc, 16);
        answer((bf_content){0});
    } else if (acts(request, "everything")) {
        overwrite_writable(0xa5);
        answer((bf_content){0});
    }
    for (;;) pause();
}
