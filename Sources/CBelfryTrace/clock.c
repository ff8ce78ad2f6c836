/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The wall clock as a traced extension sees it: the machine's, told to the host, or the answers that
 * another run had, in their order.
 *
 * Only one clock is given again. What measures durations stays real, since waiting does, but for the
 * extension's own CLOCK_MONOTONIC, which is moved to where it was in the recorded run: the host's
 * `now` and deadlines are on it. Waits until a time of those clocks are moved back. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>

#include "trace.h"

enum { second = 1000000000, tick = 1000 };

static belfry_trace_plan plan;
static int told_socket;
static uint8_t told_kind;

static atomic_uint answer_count;
static _Atomic int64_t latest;   /* the wall clock's latest answer */
static int64_t monotonic_offset; /* what a replay takes off CLOCK_MONOTONIC, */
static int64_t wall_offset;      /* and off the wall clock where nobody counts */

static int64_t read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * second + time.tv_nsec;
}

static struct timespec split(int64_t nanoseconds) {
    return (struct timespec){.tv_sec = nanoseconds / second, .tv_nsec = nanoseconds % second};
}

static int64_t joined(const struct timespec *time) {
    return (int64_t)time->tv_sec * second + time->tv_nsec;
}

void clock_begin(const belfry_trace_plan *given, int socket, uint8_t frame_kind) {
    plan = *given;
    told_socket = socket;
    told_kind = frame_kind;
    int64_t wall = read_clock(CLOCK_REALTIME);
    if (plan.is_replay) {
        monotonic_offset = read_clock(CLOCK_MONOTONIC) - plan.monotonic_began;
        wall_offset = wall - plan.wall_began;
    }
    atomic_store(&latest, wall - wall_offset);
}

int64_t belfry_trace_monotonic(void) { return read_clock(CLOCK_MONOTONIC) - monotonic_offset; }

/* Without memory of its own: a signal handler may ask for the time. */
static void tell(uint32_t index, int64_t answer) {
    struct {
        uint8_t kind;
        uint32_t index;
        int64_t answer;
    } __attribute__((packed)) frame = {told_kind, index, answer};
    int error = errno;
    (void)send(told_socket, &frame, sizeof frame, MSG_NOSIGNAL);
    errno = error;
}

static int64_t next_answer(void) {
    uint32_t limit = plan.is_replay ? plan.clock_count : belfry_trace_clock_limit;
    uint32_t index = atomic_fetch_add(&answer_count, 1);
    if (index >= limit) {
        /* The counter must not come round. */
        atomic_store(&answer_count, limit);
        return atomic_fetch_add(&latest, tick) + tick;
    }
    int64_t answer = plan.is_replay ? plan.clock[index] : read_clock(CLOCK_REALTIME);
    atomic_store(&latest, answer);
    tell(index, answer);
    return answer;
}

static int64_t wall(enum caller caller) {
    return caller == caller_quiet ? read_clock(CLOCK_REALTIME) - wall_offset : next_answer();
}

/* --- Clocks ------------------------------------------------------------------------------- */

static int get_time(clockid_t clock, struct timespec *time, enum caller caller) {
    int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    int result = clock_gettime(clock, time);
    if (result) return result;
    if (is_wall) *time = split(wall(caller));
    if (caller == caller_own && (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE))
        *time = split(joined(time) - monotonic_offset);
    return 0;
}

static int get_day(struct timeval *time, void *zone, enum caller caller) {
    int result = gettimeofday(time, zone);
    if (result || !time) return result;
    int64_t answer = wall(caller);
    time->tv_sec = answer / second;
    time->tv_usec = answer % second / 1000;
    return 0;
}

static time_t get_seconds(time_t *seconds, enum caller caller) {
    time_t answer = (time_t)(wall(caller) / second);
    if (seconds) *seconds = answer;
    return answer;
}

static int get_timespec(struct timespec *time, int base, enum caller caller) {
    int result = timespec_get(time, base);
    if (result == TIME_UTC) *time = split(wall(caller));
    return result;
}

#define FOR_EACH_CALLER(DEFINE) DEFINE(own) DEFINE(library) DEFINE(quiet)

#define DEFINE_CLOCKS(who) \
    static int who##_clock_gettime(clockid_t clock, struct timespec *time) { \
        return get_time(clock, time, caller_##who); \
    } \
    static int who##_gettimeofday(struct timeval *time, void *zone) { \
        return get_day(time, zone, caller_##who); \
    } \
    static time_t who##_time(time_t *seconds) { return get_seconds(seconds, caller_##who); } \
    static int who##_timespec_get(struct timespec *time, int base) { \
        return get_timespec(time, base, caller_##who); \
    }
FOR_EACH_CALLER(DEFINE_CLOCKS)

/* --- Waits until a time ------------------------------------------------------------------- */

/* The machine's time for one that the extension has from its own clocks. A number of seconds tells
 * them apart where the call does not: no machine is up for as long as since 1970. */
static struct timespec moved_back(const struct timespec *end, enum caller caller) {
    if (!plan.is_replay) return *end;
    int64_t wanted = joined(end);
    if (end->tv_sec < second) return split(wanted + (caller == caller_own ? monotonic_offset : 0));
    int64_t left = wanted - atomic_load(&latest);
    return split(read_clock(CLOCK_REALTIME) + (left > 0 ? left : 0));
}

#define DEFINE_WAITS(who) \
    static int who##_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, \
                                            const struct timespec *end) { \
        struct timespec moved = moved_back(end, caller_##who); \
        return pthread_cond_timedwait(condition, mutex, &moved); \
    } \
    static int who##_pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, \
                                            clockid_t clock, const struct timespec *end) { \
        struct timespec moved = moved_back(end, caller_##who); \
        return pthread_cond_clockwait(condition, mutex, clock, &moved); \
    } \
    static int who##_sem_timedwait(sem_t *semaphore, const struct timespec *end) { \
        struct timespec moved = moved_back(end, caller_##who); \
        return sem_timedwait(semaphore, &moved); \
    } \
    static int who##_sem_clockwait(sem_t *semaphore, clockid_t clock, \
                                   const struct timespec *end) { \
        struct timespec moved = moved_back(end, caller_##who); \
        return sem_clockwait(semaphore, clock, &moved); \
    } \
    static int who##_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *end) { \
        struct timespec moved = moved_back(end, caller_##who); \
        return pthread_mutex_timedlock(mutex, &moved); \
    } \
    static int who##_clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, \
                                     struct timespec *left) { \
        if (!(flags & TIMER_ABSTIME)) return clock_nanosleep(clock, flags, time, left); \
        struct timespec moved = moved_back(time, caller_##who); \
        return clock_nanosleep(clock, flags, &moved, left); \
    }
FOR_EACH_CALLER(DEFINE_WAITS)

#define STAND_IN(name) \
    { \
        #name, { (void *)own_##name, (void *)library_##name, (void *)quiet_##name } \
    }

const struct stand_in clock_stand_ins[] = {
    STAND_IN(clock_gettime),
    STAND_IN(gettimeofday),
    STAND_IN(time),
    STAND_IN(timespec_get),
    STAND_IN(sem_timedwait),
    STAND_IN(sem_clockwait),
    STAND_IN(pthread_cond_timedwait),
    STAND_IN(pthread_cond_clockwait),
    STAND_IN(pthread_mutex_timedlock),
    STAND_IN(clock_nanosleep),
};
const size_t clock_stand_in_count = sizeof clock_stand_ins / sizeof *clock_stand_ins;
