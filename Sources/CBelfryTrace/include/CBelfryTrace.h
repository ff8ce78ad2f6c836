/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What a traced worker puts between its extension and the machine's clock and chance, so that a run
 * can be told what another has been told. Ordinary workers never call any of it.
 *
 * Libraries find clock_gettime(3), getrandom(2) and their like through tables of their own, which
 * the dynamic linker has filled in; a traced worker writes other functions there. The vDSO's clock is
 * no system call, so that no filter could see it. */
#ifndef CBELFRY_TRACE_H
#define CBELFRY_TRACE_H

#include <stdint.h>

enum {
    belfry_trace_seed_size = 32,
    /* Answers of the wall clock that are told and can be given again; after them every answer is a
     * microsecond later than the one before it. */
    belfry_trace_clock_limit = 1024
};

/* What a traced worker answers. */
typedef struct belfry_trace_plan {
    uint8_t seed[belfry_trace_seed_size]; /* of all that is random */
    int is_replay;
    /* --- Of a replay ---------------------------------------------------------------------- */
    const int64_t *clock; /* the wall clock's answers, in nanoseconds of UNIX time; kept */
    uint32_t clock_count;
    int64_t wall_began;      /* when the recorded run began, on the wall clock */
    int64_t monotonic_began; /* and on CLOCK_MONOTONIC */
} belfry_trace_plan;

/* Begins to answer by a plan; before anything is put in between.
 *
 * `socket` is where answers of the wall clock are told: 13 bytes, the kind `frame_kind`, an index of
 * 32 bits and nanoseconds of 64 bits. `scratch` is a directory for what stands in for /dev/urandom,
 * `own` the path that the extension's own libraries begin with; both are copied. */
void belfry_trace_begin(const belfry_trace_plan *plan, int socket, uint8_t frame_kind,
                        const char *scratch, const char *own);

/* Puts the answers in between for every library that is loaded by now; again for those that have
 * come since. -1 with errno when a table cannot be written. */
int belfry_trace_interpose(void);

/* CLOCK_MONOTONIC as the extension is to see it: in a replay as if it were the recorded run. */
int64_t belfry_trace_monotonic(void);

#endif
