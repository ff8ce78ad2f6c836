/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Leaves a file behind, and looks for what others have left. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char path[64];
    int found = 0;
    note_number("own", access("left", F_OK) == 0);
    for (int worker = 0; worker < 64; worker++) {
        snprintf(path, sizeof path, "../%d/left", worker);
        int file = open(path, O_RDONLY);
        found += file >= 0;
        if (file >= 0) close(file);
    }
    note_number("others", found - (access("left", F_OK) == 0));
    int file = open("left", O_CREAT | O_WRONLY, 0666);
    if (file >= 0) close(file);
    note_number("mode", chmod(".", 0777));
    completion(reported(request));
}
