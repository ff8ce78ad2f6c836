/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What only a C compiler can answer about the C ABI, for ABITests: macros that take a member's name
 * are not seen from Swift. */
#ifndef CABI_PROBE_H
#define CABI_PROBE_H

#include <belfry/belfry.h>

/* BF_HAS(table, did_receive). */
int cabi_probe_has_did_receive(const bf_service *table);

/* BF_HAS(table, stop); stop is the last member of bf_service in 1.0. */
int cabi_probe_has_stop(const bf_service *table);

/* A table that says it is `size` bytes long, with start, did_receive and stop set in any case. */
bf_service cabi_probe_service(uint32_t size);

/* BF_STRING of a literal with a zero and a byte past ASCII in it: "a\0\xC3\xA9". */
bf_string cabi_probe_string(void);

uint32_t cabi_probe_version(uint32_t major, uint32_t minor);
uint32_t cabi_probe_version_major(uint32_t version);
uint32_t cabi_probe_version_minor(uint32_t version);

#endif
