/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes a title of all that a machine has another of each time: clocks, chance, and a count that is
 * kept from run to run. */
#include "fixture.h"
#include <belfry/storage.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static uint64_t device(void) {
    uint64_t value = 0;
    int file = open("/dev/urandom", O_RDONLY);
    if (read(file, &value, sizeof value) != sizeof value) value = 0;
    close(file);
    return value;
}

/* How often it has been called, by a file of its own. */
static int count(void) {
    static const char id[] = BF_INTERFACE_STORAGE;
    const bf_storage *storage =
        host->interface(host, (bf_string){(const uint8_t *)id, sizeof id - 1});
    char path[1024];
    int number = 0;
    if (!storage || !storage->folder_count) return -1;
    snprintf(path, sizeof path, "%.*s/count", (int)storage->folders[0].path.count,
             (const char *)storage->folders[0].path.bytes);
    FILE *file = fopen(path, "r");
    if (file) {
        if (fscanf(file, "%d", &number) != 1) number = -1;
        fclose(file);
    }
    file = fopen(path, "w");
    if (!file) return -1;
    fprintf(file, "%d", number + 1);
    fclose(file);
    return number;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    char title[256];
    struct timespec wall;
    struct timeval day;
    uint64_t chance;
    clock_gettime(CLOCK_REALTIME, &wall);
    gettimeofday(&day, NULL);
    if (getrandom(&chance, sizeof chance, 0) != sizeof chance) chance = 0;
    uint64_t now = host->now(host);
    uint64_t left = host->request_deadline(host, request) - host->now(host);
    snprintf(title, sizeof title,
             "%ld.%09ld %ld.%06ld %ld %" PRIx64 " %" PRIx64 " %u %" PRIu64 " %" PRIu64 " %d",
             (long)wall.tv_sec, wall.tv_nsec, (long)day.tv_sec, (long)day.tv_usec, (long)time(NULL),
             chance, device(), arc4random(), now, left, count());
    completion(titled(request, title));
}
