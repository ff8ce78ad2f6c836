/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* An extension that does what the notification's body says, and no more: "sleep 20 burn 5 touch 8192",
 * in milliseconds and kilobytes; "keep 1" keeps the memory until the next run, "expire 1" answers
 * when its time ends. What it measured of itself is the title it answers with. */
#include <belfry/belfry.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

static const bf_host *host;

/* What the extension knows of itself at one moment. */
struct reading {
    uint64_t wall_ns;
    uint64_t cpu_ns;
    uint64_t rusage_us;
    uint64_t faults;
};

static struct reading begin;
static bf_request asked;
static bf_completion answer;
static char *kept;
static size_t kept_count;

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t microseconds(struct timeval time) {
    return (uint64_t)time.tv_sec * 1000000u + (uint64_t)time.tv_usec;
}

static struct reading read_self(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    struct reading reading = {
        .wall_ns = nanoseconds(CLOCK_MONOTONIC),
        .cpu_ns = nanoseconds(CLOCK_PROCESS_CPUTIME_ID),
        .rusage_us = microseconds(usage.ru_utime) + microseconds(usage.ru_stime),
        .faults = (uint64_t)usage.ru_minflt,
    };
    return reading;
}

/* The number behind a word of the body; 0 where the word is not there. */
static uint64_t number(const char *body, const char *word) {
    const char *place = strstr(body, word);
    unsigned long long value = 0;
    if (place) sscanf(place + strlen(word), "%llu", &value);
    return value;
}

static void complete(void) {
    struct reading end = read_self();
    char text[160];
    int count = snprintf(text, sizeof text, "%llu %llu %llu %llu",
                         (unsigned long long)(end.wall_ns - begin.wall_ns),
                         (unsigned long long)(end.cpu_ns - begin.cpu_ns),
                         (unsigned long long)(end.rusage_us - begin.rusage_us) * 1000u,
                         (unsigned long long)(end.faults - begin.faults));
    bf_content copy = host->content_copy(host, host->request_content(host, asked));
    host->set_text(host, copy, BF_KEY_TITLE, (bf_string){(const uint8_t *)text, (uint64_t)count});
    answer(copy);
}

static void touch(size_t byte_count, int keep) {
    kept = mmap(NULL, byte_count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (kept == MAP_FAILED) {
        kept = NULL;
        return;
    }
    kept_count = byte_count;
    /* Page by page, so that there is a fault for each. */
    madvise(kept, kept_count, MADV_NOHUGEPAGE);
    for (size_t place = 0; place < byte_count; place += 4096) ((volatile char *)kept)[place] = 1;
    if (keep) return;
    munmap(kept, kept_count);
    kept = NULL;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    /* Before the clock starts: what the last run kept. */
    if (kept) munmap(kept, kept_count);
    kept = NULL;
    begin = read_self();
    asked = request;
    answer = completion;

    char body[160] = "";
    bf_string text = {0};
    host->get_text(host, host->request_content(host, request), BF_KEY_BODY, &text);
    size_t count = text.count < sizeof body ? (size_t)text.count : sizeof body - 1;
    if (count > 0) memcpy(body, text.bytes, count);

    if (number(body, "touch ")) touch(number(body, "touch ") * 1024, number(body, "keep ") > 0);
    uint64_t burn_end = begin.cpu_ns + number(body, "burn ") * 1000000u;
    while (nanoseconds(CLOCK_PROCESS_CPUTIME_ID) < burn_end) continue;
    uint64_t sleep = number(body, "sleep ");
    struct timespec time = {(time_t)(sleep / 1000), (long)(sleep % 1000) * 1000000};
    if (sleep) nanosleep(&time, NULL);
    if (!number(body, "expire ")) complete();
}

static void will_expire(void *self, bf_request request, uint64_t grace_ns) {
    (void)self;
    (void)request;
    (void)grace_ns;
    complete();
}

static bf_status start(void *self, const bf_host *table) {
    (void)self;
    host = table;
    return BF_OK;
}

static const void *interface(void *self, bf_string id) {
    static const bf_service service = {
        .size = sizeof(bf_service),
        .start = start,
        .did_receive = did_receive,
        .will_expire = will_expire,
    };
    (void)self;
    return id.count == sizeof(BF_INTERFACE_SERVICE) - 1 &&
                   memcmp(id.bytes, BF_INTERFACE_SERVICE, id.count) == 0
               ? &service
               : NULL;
}

const bf_extension *bf_extension_main(uint32_t *version) {
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC, .size = sizeof(bf_extension), .interface = interface};
    *version = BF_VERSION_1_0;
    return &extension;
}
