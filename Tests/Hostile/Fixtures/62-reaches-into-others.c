/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Traces, reads and writes other processes. */
#include "hostile.h"
#include <sys/ptrace.h>
#include <sys/uio.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char byte = 0;
    struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
    pid_t parent = getppid();
    if (acts(request, "ptrace")) ptrace(PTRACE_ATTACH, parent, 0, 0);
    if (acts(request, "process_vm_readv")) process_vm_readv(parent, &here, 1, &there, 1, 0);
    if (acts(request, "process_vm_writev")) process_vm_writev(parent, &here, 1, &there, 1, 0);
    if (acts(request, "pidfd_getfd")) syscall(SYS_pidfd_getfd, 3, 0, 0);
    if (acts(request, "kcmp")) syscall(SYS_kcmp, parent, getpid(), 0, 0, 0);
    if (acts(request, "unshare")) syscall(SYS_unshare, 0x10000000);
    if (acts(request, "setns")) syscall(SYS_setns, 3, 0);
    if (acts(request, "bpf")) syscall(SYS_bpf, 0, NULL, 0);
    if (acts(request, "keyctl")) syscall(SYS_keyctl, 0, 0);
    if (acts(request, "chroot")) syscall(SYS_chroot, ".");
    /* The other table of calls: the same processor in its 32-bit mode. */
    if (acts(request, "other-table")) __asm__ volatile("int $0x80" ::"a"(20) : "memory");
    if (acts(request, "x32")) syscall(0x40000000 + SYS_getpid);
    try_open("memory", "/proc/1/mem", O_RDWR);
    note("descriptor", (long)syscall(SYS_pidfd_open, parent, 0));
    completion(reported(request));
}
