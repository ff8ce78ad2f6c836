/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Shrinks and overwrites all memory that it shares with anybody, while the host may be reading it. */
#include "hostile.h"

struct range {
    unsigned char *start, *end;
};
static struct range ranges[64];
static int range_count;

static void find_shared(void) {
    char line[1024], modes[8];
    unsigned long start, end;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && range_count < 64 && fgets(line, sizeof line, maps)) {
        if (sscanf(line, "%lx-%lx %7s", &start, &end, modes) != 3) continue;
        if (modes[1] == 'w' && modes[3] == 's')
            ranges[range_count++] = (struct range){(void *)start, (void *)end};
    }
    if (maps) fclose(maps);
}

static void *scribble(void *unused) {
    for (unsigned value = 0;; value++)
        for (int index = 0; index < range_count; index++)
            memset(ranges[index].start, (int)(value * 37),
                   (size_t)(ranges[index].end - ranges[index].start));
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    find_shared();
    for (int descriptor = 3; descriptor < 64; descriptor++) {
        struct stat status;
        if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && descriptor != 4)
            if (ftruncate(descriptor, 0) < 0) continue;
    }
    start_thread(scribble, NULL);
    sleep_ms(20);
    if (acts(request, "crashes")) *nowhere = 1;
    completion(titled(request, "changed"));
}
