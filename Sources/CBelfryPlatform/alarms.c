/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#define _GNU_SOURCE
#include "CBelfryPlatform.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id /* glibc names the member for timer_create(2) only since 2.38 */
#define sigev_notify_thread_id _sigev_un._tid
#endif

/* Any real-time signal would do: it is blocked on the one thread it is sent to. */
static int alarm_signal(void) { return SIGRTMIN + 7; }

static sigset_t alarm_set(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, alarm_signal());
    return set;
}

int belfry_alarm_reader(void) {
    sigset_t set = alarm_set();
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void belfry_alarm_block(void) {
    sigset_t set = alarm_set();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int belfry_alarm_read(int reader, uint64_t *tokens, int capacity) {
    struct signalfd_siginfo information[16];
    ssize_t count = read(reader, information, sizeof information);
    if (count < 0) return -1;
    int read_count = (int)((size_t)count / sizeof *information);
    if (read_count > capacity) read_count = capacity;
    for (int index = 0; index < read_count; index++) tokens[index] = information[index].ssi_ptr;
    return read_count;
}

int belfry_alarm_create(clockid_t clock, pid_t thread, uint64_t token, timer_t *alarm) {
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = alarm_signal();
    event.sigev_value.sival_ptr = (void *)(uintptr_t)token;
    event.sigev_notify_thread_id = thread;
    return timer_create(clock, &event, alarm);
}

int belfry_alarm_set(timer_t alarm, uint64_t nanoseconds) {
    struct itimerspec time = {.it_value = {.tv_sec = (time_t)(nanoseconds / 1000000000),
                                           .tv_nsec = (long)(nanoseconds % 1000000000)}};
    return timer_settime(alarm, TIMER_ABSTIME, &time, NULL);
}

void belfry_alarm_delete(timer_t alarm) { timer_delete(alarm); }

int belfry_ask_real_time(void) {
    struct sched_param parameters = {.sched_priority = sched_get_priority_min(SCHED_FIFO)};
    return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters);
}

/* As of linux/sched/types.h, which newer versions of glibc declare in sched.h too. */
struct scheduling {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime;
    uint64_t deadline;
    uint64_t period;
};

int belfry_set_slice(uint64_t nanoseconds) {
    struct scheduling scheduling = {.size = sizeof scheduling};
    if (syscall(SYS_sched_getattr, 0, &scheduling, sizeof scheduling, 0) < 0) return -1;
    scheduling.runtime = nanoseconds;
    return (int)syscall(SYS_sched_setattr, 0, &scheduling, 0);
}
