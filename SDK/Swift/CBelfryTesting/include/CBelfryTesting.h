/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What Swift cannot do for the test kit: lead URLSession's requests elsewhere. */
#ifndef CBELFRY_TESTING_H
#define CBELFRY_TESTING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lets every http and https request of this process go to `prefix` with its own URL put behind, such
 * as http://127.0.0.1:8080/1/https://example.com/a.png; null ends that. The text is copied.
 *
 * Requests that FoundationNetworking makes from now on are meant, by URLSession of any configuration
 * and by Data(contentsOf:) alike. Returns 0, or -1 where it finds no FoundationNetworking that calls
 * libcurl as it knows it, or where the prefix is too long. May be called from any thread. */
int bf_testing_redirect(const char *prefix);

#ifdef __cplusplus
}
#endif

#endif
