/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Reads files of the machine, of the user, of the host and of other extensions. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char path[1100];
    int processes = 0;
    try_open("passwd", "/etc/passwd", O_RDONLY);
    try_open("shadow", "/etc/shadow", O_RDONLY);
    try_open("hosts", "/etc/hosts", O_RDONLY);
    try_open("root-home", "/root/.bashrc", O_RDONLY);
    try_open("homes", "/home", O_RDONLY | O_DIRECTORY);
    try_open("temporary", "/tmp", O_RDONLY | O_DIRECTORY);
    try_open("system", "/sys/kernel", O_RDONLY | O_DIRECTORY);
    try_open("memory", "/dev/mem", O_RDONLY);
    try_open("terminal", "/dev/tty", O_RDWR);
    try_open("containers", "..", O_RDONLY | O_DIRECTORY);
    try_open("docker", "/var/run/docker.sock", O_RDWR);
    snprintf(path, sizeof path, "%s", asked(request, "folder"));
    try_open("folder", path, O_RDONLY | O_DIRECTORY);
    snprintf(path, sizeof path, "%s", asked(request, "other"));
    try_open("other", path, O_RDONLY);
    for (int number = 1; number < 65536; number++) {
        snprintf(path, sizeof path, "/proc/%d/environ", number);
        int file = open(path, O_RDONLY);
        if (file < 0) continue;
        char byte;
        snprintf(path, sizeof path, "/proc/self/task/%d", number);
        processes += access(path, F_OK) != 0 && read(file, &byte, 1) == 1;
        close(file);
    }
    note_number("other-processes", processes);
    completion(reported(request));
}
