/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What the files of CBelfryTrace know of each other. */
#ifndef CBELFRY_TRACE_INTERNAL_H
#define CBELFRY_TRACE_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "CBelfryTrace.h"

/* Whose call is answered. */
enum caller {
    caller_own,     /* the extension's own library */
    caller_library, /* one that it uses */
    caller_quiet,   /* Foundation's run loop, which looks at the clock whenever it likes */
    caller_count
};

/* A function that stands in for one of libc's, for each kind of caller; NULL leaves libc's. */
struct stand_in {
    const char *name;
    void *functions[caller_count];
};

extern const struct stand_in clock_stand_ins[];
extern const size_t clock_stand_in_count;
extern const struct stand_in random_stand_ins[];
extern const size_t random_stand_in_count;

void clock_begin(const belfry_trace_plan *plan, int socket, uint8_t frame_kind);
void random_begin(const belfry_trace_plan *plan, const char *scratch);

#endif
