/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* LZ4, in blocks of Apple's frames and raw (lz4_Block_format.md of the lz4 project). */
#ifndef CCOMPRESSION_LZ4_H
#define CCOMPRESSION_LZ4_H

#include "compression.h"

/* A stream's state. */
struct lz4;

/* Begins a stream; NULL where there is no memory for it. */
struct lz4 *belfry_lz4_begin(int is_framed, int encodes);

/* Takes input and gives output as compression_stream_process does; ends with the last output. */
compression_status belfry_lz4_step(struct lz4 *lz4, compression_stream *stream, int is_last);

void belfry_lz4_end(struct lz4 *lz4);

#endif
