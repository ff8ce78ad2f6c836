/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Exports nothing. */
#define FIXTURE_OWN_ENTRY
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
}

__attribute__((used)) static const void *(*const unused)(void *, bf_string) = interface;
