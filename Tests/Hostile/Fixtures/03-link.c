/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Needs what there is not, or what lies outside. */
#include "hostile.h"

#ifdef FLAVOUR_symbol
void function_that_nobody_has(void);
#define CALL() function_that_nobody_has()
#else
#define CALL() (void)0
#endif

static void did_receive(void *self, bf_request request, bf_completion completion) {
    CALL();
    completion(reported(request));
}
