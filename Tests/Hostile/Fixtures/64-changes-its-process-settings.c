/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Takes back what was set for its process, and filters of its own. */
#include "hostile.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    struct sock_filter allow = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
    struct sock_fprog program = {1, &allow};
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    note("death-signal", prctl(PR_SET_PDEATHSIG, 0));
    note("dumpable", prctl(PR_SET_DUMPABLE, 1));
    note("privileges", prctl(PR_SET_NO_NEW_PRIVS, 0));
    note("keep", prctl(PR_SET_KEEPCAPS, 1));
    note("reaper", prctl(PR_SET_CHILD_SUBREAPER, 1));
    note("tracer", prctl(PR_SET_PTRACER, -1L));
    note("filter", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
    note("filter-call", syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program));
    note("write-execute", prctl(65, 0, 0, 0, 0));
    note("data-limit", setrlimit(RLIMIT_DATA, &limit));
    note("cpu-limit", setrlimit(RLIMIT_CPU, &limit));
    note("core-limit", setrlimit(RLIMIT_CORE, &limit));
    note("user", setuid(0));
    note("group", setgid(0));
    note("groups", (long)syscall(SYS_setgroups, 0, NULL));
    note("capabilities", syscall(SYS_capset, NULL, NULL));
    completion(reported(request));
}
