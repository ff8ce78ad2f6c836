/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The work as a module of WebAssembly that imports nothing: whoever calls it puts the push into
 * its memory and takes the answer out of it. */
#include "Stamp.h"

static uint8_t push[longest_push], answer[longest_answer];

__attribute__((export_name("push"))) uint8_t *place_of_push(void) { return push; }

__attribute__((export_name("answer"))) uint8_t *place_of_answer(void) { return answer; }

__attribute__((export_name("stamp"))) size_t stamp_push(size_t count) {
    return stamp(push, count, answer);
}
