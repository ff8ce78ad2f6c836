/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Finds the crash record that is shared with the host, writes lies into it, and ends by SIGSEGV
 * without the handler that would write the truth over them. Which lie it is comes with the
 * notification. */
#include "fixture.h"

#include <signal.h>
#include <stdio.h>

enum { magic = 0x48534352, whole = 2, record_byte_count = 98816, modules = 512 };

static unsigned char *find_record(void) {
    char line[1024];
    unsigned long begin = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "belfry-crash") && sscanf(line, "%lx-", &begin) == 1) break;
    return (unsigned char *)begin;
}

static void put(unsigned char *record, size_t offset, uint64_t value, size_t width) {
    memcpy(record + offset, &value, width);
}

/* A record that would be believed. */
static void write_plausible(unsigned char *record) {
    memset(record, 0, record_byte_count);
    put(record, 0, magic, 4);
    put(record, 4, whole, 4);
    put(record, 8, SIGSEGV, 4);
    put(record, 12, 1, 4);
    put(record, 16, 0xdead, 8);
#if defined(__x86_64__)
    put(record, 28, 62, 4);
    put(record, 48, 17, 4);
#else
    put(record, 28, 183, 4);
    put(record, 48, 33, 4);
#endif
    strcpy((char *)record + 32, "\033[31mroot");
    put(record, 52, 2, 4);
    put(record, modules, 0x1000, 8);
    put(record, modules + 8, UINT64_MAX, 8);
    strcpy((char *)record + modules + 16, "/etc/shadow");
    put(record, modules + 512, 0x2000, 8);
    put(record, modules + 520, 0x3000, 8);
    strcpy((char *)record + modules + 528, "/usr/lib/../../etc/passwd");
}

/* What does not add up, by the letter that asks for it. */
static const struct {
    char letter;
    size_t offset, byte_count;
    int byte;
} lies[] = {
    {'m', 52, 4, 0xff},            /* modules without number */
    {'s', 72, 4, 0xff},            /* a stack without end */
    {'r', 48, 4, 0xff},            /* registers without number */
    {'u', modules + 16, 496, 'A'}, /* a path without an end */
    {'w', 0, 4, 1},                /* the magic */
    {'a', 0, record_byte_count, 0xff},
    {'k', 8, 1, SIGILL},      /* another signal */
    {'n', modules + 8, 8, 0}, /* a module that ends before it begins */
};

static void write_lie(unsigned char *record, char letter) {
    write_plausible(record);
    for (size_t index = 0; index < sizeof lies / sizeof *lies; index++)
        if (lies[index].letter == letter)
            memset(record + lies[index].offset, lies[index].byte, lies[index].byte_count);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    unsigned char *record = find_record();
    bf_string lie = {0};
    host->get_text(host, host->request_content(host, request), BF_KEY_BODY, &lie);
    (void)self;
    (void)completion;
    if (!record) _exit(1);
    write_lie(record, lie.count ? (char)lie.bytes[0] : 0);
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}
