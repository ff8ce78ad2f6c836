/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* System calls that hardly any program makes, each with arguments that are right: nothing but the
 * sandbox keeps them from being made. */
#ifndef RARE_H
#define RARE_H

#include "hostile.h"
#include <linux/bpf.h>
#include <linux/filter.h>
#include <linux/io_uring.h>
#include <linux/keyctl.h>
#include <linux/landlock.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

#define RARE_CALL(name) static inline long rare_##name(void)

static char rare_source[64] = "bytes", rare_target[64];
static struct iovec rare_from = {rare_source, sizeof rare_source};
static struct iovec rare_to = {rare_target, sizeof rare_target};

RARE_CALL(io_uring_setup) {
    static struct io_uring_params parameters;
    return syscall(SYS_io_uring_setup, 8, &parameters);
}

RARE_CALL(io_uring_enter) { return syscall(SYS_io_uring_enter, 3, 1, 0, 0, NULL, 0); }

RARE_CALL(io_uring_register) {
    return syscall(SYS_io_uring_register, 3, IORING_REGISTER_BUFFERS, &rare_to, 1);
}

RARE_CALL(ptrace) { return syscall(SYS_ptrace, PTRACE_TRACEME, 0, NULL, NULL); }

RARE_CALL(bpf) {
    union bpf_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.map_type = BPF_MAP_TYPE_ARRAY;
    attributes.key_size = 4;
    attributes.value_size = 8;
    attributes.max_entries = 1;
    return syscall(SYS_bpf, BPF_MAP_CREATE, &attributes, sizeof attributes);
}

RARE_CALL(keyctl) {
    return syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_PROCESS_KEYRING, 1);
}

RARE_CALL(add_key) {
    return syscall(SYS_add_key, "user", "belfry", "x", 1, KEY_SPEC_PROCESS_KEYRING);
}

RARE_CALL(request_key) {
    return syscall(SYS_request_key, "user", "belfry", NULL, KEY_SPEC_PROCESS_KEYRING);
}

RARE_CALL(perf_event_open) {
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.size = sizeof attributes;
    attributes.config = PERF_COUNT_SW_TASK_CLOCK;
    attributes.exclude_kernel = 1;
    return syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
}

RARE_CALL(userfaultfd) {
    return syscall(SYS_userfaultfd, O_CLOEXEC | 1 /* of the user's faults */);
}

RARE_CALL(process_vm_readv) {
    return syscall(SYS_process_vm_readv, getpid(), &rare_to, 1, &rare_from, 1, 0);
}

RARE_CALL(process_vm_writev) {
    return syscall(SYS_process_vm_writev, getpid(), &rare_from, 1, &rare_to, 1, 0);
}

RARE_CALL(pidfd_getfd) {
    /* A directory of this kind stands for its process in other calls of the family. */
    int process = open("/proc/self", O_RDONLY | O_DIRECTORY);
    return syscall(SYS_pidfd_getfd, process, 1, 0);
}

RARE_CALL(kcmp) { return syscall(SYS_kcmp, getpid(), getpid(), 0 /* files */, 1, 2); }

RARE_CALL(unshare) { return syscall(SYS_unshare, 0x10000000 /* a user namespace */); }

RARE_CALL(pidfd_open) { return syscall(SYS_pidfd_open, getpid(), 0); }

RARE_CALL(landlock_create_ruleset) {
    struct landlock_ruleset_attr attributes = {.handled_access_fs = 1};
    return syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs,
                   0);
}

RARE_CALL(landlock_version) { return syscall(SYS_landlock_create_ruleset, NULL, 0, 1); }

RARE_CALL(landlock_add_rule) {
    struct landlock_path_beneath_attr rule = {.allowed_access = 1,
                                              .parent_fd = open(".", O_PATH | O_DIRECTORY)};
    return syscall(SYS_landlock_add_rule, 3, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

RARE_CALL(landlock_restrict_self) { return syscall(SYS_landlock_restrict_self, 3, 0); }

/* A filter that allows everything. */
static inline long rare_filter(unsigned flags) {
    static struct sock_filter program[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    static struct sock_fprog filter = {1, program};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
}

RARE_CALL(seccomp) { return rare_filter(0); }

RARE_CALL(seccomp_listener) { return rare_filter(SECCOMP_FILTER_FLAG_NEW_LISTENER); }

RARE_CALL(seccomp_strict) { return syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, NULL); }

RARE_CALL(seccomp_sizes) {
    static struct seccomp_notif_sizes sizes;
    return syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes);
}

/* The forbidden calls, by the name that the report has for them. */
static const struct rare_call {
    const char *name;
    long (*make)(void);
} rare_calls[] = {
    {"io_uring_setup", rare_io_uring_setup},
    {"io_uring_enter", rare_io_uring_enter},
    {"io_uring_register", rare_io_uring_register},
    {"ptrace", rare_ptrace},
    {"bpf", rare_bpf},
    {"keyctl", rare_keyctl},
    {"add_key", rare_add_key},
    {"request_key", rare_request_key},
    {"perf_event_open", rare_perf_event_open},
    {"userfaultfd", rare_userfaultfd},
    {"process_vm_readv", rare_process_vm_readv},
    {"process_vm_writev", rare_process_vm_writev},
    {"pidfd_getfd", rare_pidfd_getfd},
    {"kcmp", rare_kcmp},
    {"unshare", rare_unshare},
};

/* Makes the forbidden call of this name. */
static inline void make_rare_call(const char *name) {
    for (size_t index = 0; index < sizeof rare_calls / sizeof *rare_calls; index++)
        if (strcmp(rare_calls[index].name, name) == 0) note(name, rare_calls[index].make());
}

/* Makes those that are answered with an error. */
static inline void make_refused_calls(void) {
    note("pidfd_open", rare_pidfd_open());
    note("landlock_create_ruleset", rare_landlock_create_ruleset());
    note("landlock_version", rare_landlock_version());
    note("landlock_add_rule", rare_landlock_add_rule());
    note("landlock_restrict_self", rare_landlock_restrict_self());
    note("seccomp", rare_seccomp());
    note("seccomp_listener", rare_seccomp_listener());
    note("seccomp_strict", rare_seccomp_strict());
    note("seccomp_sizes", rare_seccomp_sizes());
}

#endif
