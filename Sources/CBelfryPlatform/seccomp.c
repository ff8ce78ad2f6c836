/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#define _GNU_SOURCE
#include "CBelfryPlatform.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV /* Linux 5.19 */
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE /* Linux 5.5 */
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE (1UL << 0)
#endif

#ifndef SYS_mseal /* Linux 6.10, of one number on all architectures */
#define SYS_mseal 462
#endif

struct filter_program {
    unsigned short count;
    const void *instructions;
};

int belfry_seccomp_install(const void *program, uint16_t count) {
    struct filter_program filter = {count, program};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
}

const void *belfry_seccomp_place(const void *program, uint16_t count, int *is_immutable) {
    size_t length = sizeof(struct filter_program) + (size_t)count * 8;
    struct filter_program *place =
        mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return NULL;
    place->count = count;
    place->instructions = place + 1;
    memcpy(place + 1, program, (size_t)count * 8);
    if (mprotect(place, length, PROT_READ) < 0) return NULL;
    *is_immutable = syscall(SYS_mseal, place, length, 0) == 0;
    return place;
}

int belfry_seccomp_install_placed(const void *place) {
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, place);
}

int belfry_seccomp_install_listening(const void *program, uint16_t count) {
    struct filter_program filter = {count, program};
    /* A call that has been heard of waits for nothing but the end of its process (Linux 5.19).
     * Before, any signal takes it back until it is made again. */
    const unsigned long flags[] = {
        SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV,
        SECCOMP_FILTER_FLAG_NEW_LISTENER,
    };
    int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags[0], &filter);
    if (listener >= 0 || errno != EINVAL) return listener;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags[1], &filter);
}

int belfry_seccomp_receive(int listener, struct belfry_waiting_call *out) {
    /* A newer kernel's structure may be longer than this header's. */
    union {
        struct seccomp_notif notification;
        char room[512];
    } buffer;
    memset(&buffer, 0, sizeof buffer);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &buffer) < 0)
        return errno == ENOENT || errno == EINTR ? 0 : -1;
    out->id = buffer.notification.id;
    out->thread = (pid_t)buffer.notification.pid;
    out->number = buffer.notification.data.nr;
    out->architecture = buffer.notification.data.arch;
    out->first_argument = buffer.notification.data.args[0];
    out->second_argument = buffer.notification.data.args[1];
    return 1;
}

int belfry_seccomp_is_waiting(int listener, uint64_t id) {
    return ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

static int send_answer(int listener, struct seccomp_notif_resp answer) {
    return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

int belfry_seccomp_answer(int listener, uint64_t id, int error) {
    return send_answer(listener, (struct seccomp_notif_resp){.id = id, .error = -error});
}

int belfry_seccomp_let_pass(int listener, uint64_t id) {
    return send_answer(
        listener, (struct seccomp_notif_resp){.id = id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE});
}
