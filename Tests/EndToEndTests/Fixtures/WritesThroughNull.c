/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes through a null pointer, two calls down. */
#include "fixture.h"

struct picture {
    int header[4];
    int width;
};

__attribute__((noinline)) static void scale(struct picture *picture) {
    picture->width *= 2; /* the test looks for this line: 13 */
}

__attribute__((noinline)) static void make_thumbnail(struct picture *picture) {
    scale(picture);
    __asm__ volatile("" ::: "memory"); /* no tail call, which would leave no frame */
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    make_thumbnail(NULL);
    completion(titled(request, "changed"));
}
