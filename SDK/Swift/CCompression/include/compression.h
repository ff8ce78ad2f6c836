/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Apple's compression library over the system's zlib and liblzma.
 *
 * COMPRESSION_ZLIB is a raw deflate stream (RFC 1951) at level 5, COMPRESSION_LZMA an xz file,
 * COMPRESSION_LZ4 a sequence of LZ4's blocks in Apple's frames, COMPRESSION_LZ4_RAW one such block.
 * The other algorithms are named here and fail: encoding and decoding give 0, a stream cannot be
 * made.
 *
 * No header of another library is included: whoever imports Compression needs none of them. */
#ifndef COMPRESSION_H
#define COMPRESSION_H

#include <stddef.h>
#include <stdint.h>

/* How data are packed. */
typedef enum compression_algorithm {
    COMPRESSION_LZ4 = 0x100,      /* LZ4 in Apple's frames */
    COMPRESSION_ZLIB = 0x205,     /* deflate, without a header */
    COMPRESSION_LZMA = 0x306,     /* xz */
    COMPRESSION_LZ4_RAW = 0x101,  /* a block of LZ4 */
    COMPRESSION_BROTLI = 0xB02,   /* fails */
    COMPRESSION_LZFSE = 0x801,    /* fails */
    COMPRESSION_LZBITMAP = 0x702, /* fails */
} compression_algorithm;

/* What a stream does. */
typedef enum compression_stream_operation {
    COMPRESSION_STREAM_ENCODE = 0,
    COMPRESSION_STREAM_DECODE = 1,
} compression_stream_operation;

/* What a call to a stream says. */
typedef enum compression_stream_flags {
    COMPRESSION_STREAM_FINALIZE = 0x0001, /* no input comes after this call's */
} compression_stream_flags;

/* What became of a call to a stream. */
typedef enum compression_status {
    COMPRESSION_STATUS_OK = 0,     /* it goes on, with more input or more room */
    COMPRESSION_STATUS_ERROR = -1, /* the data cannot be read, or there is no memory */
    COMPRESSION_STATUS_END = 1,    /* all input is done, all output written */
} compression_status;

/* A stream: the caller says where input is and output goes, and each call moves both on. */
typedef struct compression_stream {
    uint8_t *_Nonnull dst_ptr;       /* where the next byte goes */
    size_t dst_size;                 /* how much room there is, in bytes */
    const uint8_t *_Nonnull src_ptr; /* where the next byte is */
    size_t src_size;                 /* how much input there is, in bytes */
    void *_Nullable state;           /* the library's own */
} compression_stream;

/* Bytes that the caller may lend to compression_encode_buffer: 0, as none are needed. */
size_t compression_encode_scratch_buffer_size(compression_algorithm algorithm);

/* Packs bytes.
 *
 * Returns how many were written; 0 where there was too little room, or on an error. */
size_t compression_encode_buffer(uint8_t *_Nonnull dst_buffer, size_t dst_size,
                                 const uint8_t *_Nonnull src_buffer, size_t src_size,
                                 void *_Nullable scratch_buffer, compression_algorithm algorithm);

/* Bytes that the caller may lend to compression_decode_buffer: 0, as none are needed. */
size_t compression_decode_scratch_buffer_size(compression_algorithm algorithm);

/* Unpacks bytes.
 *
 * Returns how many were written: dst_size where there may be more of them than room, 0 where the
 * input is not whole or not of this algorithm. */
size_t compression_decode_buffer(uint8_t *_Nonnull dst_buffer, size_t dst_size,
                                 const uint8_t *_Nonnull src_buffer, size_t src_size,
                                 void *_Nullable scratch_buffer, compression_algorithm algorithm);

/* Makes a stream; its pointers and sizes are the caller's to set afterwards.
 *
 * Returns COMPRESSION_STATUS_OK, or COMPRESSION_STATUS_ERROR for an algorithm that fails here. */
compression_status compression_stream_init(compression_stream *_Nonnull stream,
                                           compression_stream_operation operation,
                                           compression_algorithm algorithm);

/* Moves a stream on, by as much as there is input and room; flags is 0 or
 * COMPRESSION_STREAM_FINALIZE. */
compression_status compression_stream_process(compression_stream *_Nonnull stream, int flags);

/* Frees what a stream has; also of one whose end has not come. */
compression_status compression_stream_destroy(compression_stream *_Nonnull stream);

#endif
