/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Lets an exception out, which nobody on the way catches. */
#include "fixture.h"

#include <stdexcept>

__attribute__((noinline)) static void decrypt() { throw std::runtime_error("no key"); }

static void did_receive(void *, bf_request, bf_completion) { decrypt(); }
