/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#define _GNU_SOURCE
#include "CBelfryPlatform.h"

#include <semaphore.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int belfry_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }

int belfry_epoll_add(int poller, int descriptor, uint64_t token) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP, .data.u64 = token};
    return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event);
}

void belfry_epoll_remove(int poller, int descriptor) {
    epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, NULL);
}

int belfry_epoll_wait(int poller, uint64_t *tokens, int capacity, int waits) {
    struct epoll_event events[64];
    int count = epoll_wait(poller, events, capacity < 64 ? capacity : 64, waits ? -1 : 0);
    for (int index = 0; index < count; index++) tokens[index] = events[index].data.u64;
    return count;
}

int belfry_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int belfry_timerfd(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

void belfry_timerfd_set(int timer, uint64_t nanoseconds) {
    struct itimerspec time = {.it_value = {.tv_sec = (time_t)(nanoseconds / 1000000000),
                                           .tv_nsec = (long)(nanoseconds % 1000000000)}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, NULL);
}

int belfry_wall_timer(void) { return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC); }

int belfry_wall_timer_set(int timer, uint64_t nanoseconds) {
    struct itimerspec time = {.it_value = {.tv_sec = (time_t)(nanoseconds / 1000000000),
                                           .tv_nsec = (long)(nanoseconds % 1000000000)}};
    return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &time, NULL);
}

int belfry_wall_timer_wait(int timer) {
    uint64_t count;
    return read(timer, &count, sizeof count) < 0 ? -1 : 0;
}

void belfry_raise_counter(int counter) {
    uint64_t one = 1;
    /* A full counter is awake already. */
    ssize_t written = write(counter, &one, sizeof one);
    (void)written;
}

void belfry_drain_counter(int counter) {
    uint64_t value;
    ssize_t got = read(counter, &value, sizeof value);
    (void)got;
}

int belfry_semaphore_wait(void *semaphore, uint64_t deadline_ns) {
    struct timespec deadline = {.tv_sec = (time_t)(deadline_ns / 1000000000),
                                .tv_nsec = (long)(deadline_ns % 1000000000)};
    return sem_clockwait(semaphore, CLOCK_MONOTONIC, &deadline);
}
