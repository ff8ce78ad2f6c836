/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Reaches for other processes, its own memory and the kernel through /proc. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char path[64];
    try_open("first-memory", "/proc/1/mem", O_RDWR);
    try_open("first-root", "/proc/1/root/etc/passwd", O_RDONLY);
    snprintf(path, sizeof path, "/proc/%d/mem", getppid());
    try_open("parent-memory", path, O_RDWR);
    snprintf(path, sizeof path, "/proc/%d/cwd/Package.swift", getppid());
    try_open("parent-directory", path, O_RDONLY);
    try_open("own-memory", "/proc/self/mem", O_RDWR);
    try_open("own-root", "/proc/self/root/etc/passwd", O_RDONLY);
    try_open("core", "/proc/sys/kernel/core_pattern", O_WRONLY);
    try_open("sysrq", "/proc/sysrq-trigger", O_WRONLY);
    try_open("kernel-memory", "/proc/kcore", O_RDONLY);
    try_open("keys", "/proc/keys", O_RDONLY);
    try_open("score", "/proc/self/oom_score_adj", O_WRONLY);
    try_open("map", "/proc/self/uid_map", O_WRONLY);
    completion(reported(request));
}
