/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Packets as a worker sends them (Sources/BelfryWire), to be made wrong on purpose. */
#ifndef WIRE_H
#define WIRE_H

#include "hostile.h"

/* Where a worker keeps its socket to the host. */
#define HOST_SOCKET 3

typedef struct packet {
    size_t count;
    unsigned char bytes[400 << 10];
} packet;

static inline void put(packet *packet, const void *bytes, size_t count) {
    memcpy(packet->bytes + packet->count, bytes, count);
    packet->count += count;
}

static inline void put8(packet *packet, uint8_t value) { put(packet, &value, 1); }
static inline void put32(packet *packet, uint32_t value) { put(packet, &value, 4); }
static inline void put64(packet *packet, uint64_t value) { put(packet, &value, 8); }
static inline void put_real(packet *packet, double value) { put(packet, &value, 8); }

static inline void put_text(packet *packet, const void *bytes, size_t count) {
    put32(packet, (uint32_t)count);
    put(packet, bytes, count);
}

static inline long send_packet(const packet *packet) {
    return send(HOST_SOCKET, packet->bytes, packet->count, MSG_NOSIGNAL);
}

/* Begins a completion with changes; the fields' lists follow. */
static inline void begin_completion(packet *packet, uint64_t run) {
    packet->count = 0;
    put8(packet, 3);
    put64(packet, run);
    put8(packet, 1);
}

/* The numbers of this and any run so far are small: they are counted. */
#define MOST_RUNS 64

#endif
