/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Types into a terminal that it might have inherited. */
#include "hostile.h"
#include <sys/ioctl.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char byte = 'x';
    int terminals = 0;
    for (int descriptor = 0; descriptor < 64; descriptor++) {
        terminals += isatty(descriptor);
        terminals += ioctl(descriptor, TIOCSTI, &byte) == 0;
        terminals += ioctl(descriptor, TIOCSCTTY, 1) == 0;
    }
    note_number("terminals", terminals);
    try_open("terminal", "/dev/tty", O_RDWR);
    try_open("console", "/dev/console", O_RDWR);
    try_open("multiplexer", "/dev/ptmx", O_RDWR);
    try_open("pseudo", "/dev/pts/0", O_RDWR);
    note("input", read(0, &byte, 1));
    note_number("end-of-input", read(0, &byte, 1) <= 0);
    completion(reported(request));
}
