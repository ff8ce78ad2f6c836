/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Decoding and encoding of pictures through the system's libraries, in C because libpng and libjpeg
 * report errors by longjmp, which may not cross Swift frames.
 *
 * Pixels are four bytes, red, green, blue, alpha, the colours premultiplied by alpha; rows from the
 * top, without padding. Nothing here keeps state between calls; any thread may call. Decoding goes
 * row by row where the format allows it, so that a large picture needs no more memory than the
 * small one it becomes. */
#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Encoded bytes, borrowed for a call. */
typedef struct pictures_source {
    const uint8_t *bytes;
    size_t byte_count;
} pictures_source;

/* Where a decoded picture goes: width * height * 4 bytes, zeroed by the caller. Neither side may be
 * larger than that of the picture. */
typedef struct pictures_target {
    uint8_t *pixels;
    uint32_t width;
    uint32_t height;
} pictures_target;

/* Decode a picture that is `width` by `height` as its header says, scaled down to the target by
 * averaging. False for bytes that are not such a picture, for a header that lies and for want of
 * memory; the target then holds what was decoded before that. Of an animated GIF it is the first
 * frame; an animated WebP is refused. */
bool pictures_decode_png(pictures_source source, uint32_t width, uint32_t height,
                         pictures_target target);
bool pictures_decode_jpeg(pictures_source source, uint32_t width, uint32_t height,
                          pictures_target target);
bool pictures_decode_gif(pictures_source source, uint32_t width, uint32_t height,
                         pictures_target target);
bool pictures_decode_webp(pictures_source source, uint32_t width, uint32_t height,
                          pictures_target target);

/* Pixels to read. */
typedef struct pictures_pixels {
    const uint8_t *pixels;
    uint32_t width;
    uint32_t height;
} pictures_pixels;

/* Scales pixels down by averaging. False for want of memory, and for a target larger than they. */
bool pictures_scale(pictures_pixels pixels, pictures_target target);

/* Encode pixels. The result is the caller's to free with free(); null for want of memory. A PNG has
 * an alpha channel unless `is_opaque`; a JPEG, whose quality is 0 to 100, shows what is transparent
 * on black. */
uint8_t *pictures_encode_png(pictures_pixels pixels, bool is_opaque, size_t *byte_count);
uint8_t *pictures_encode_jpeg(pictures_pixels pixels, int quality, size_t *byte_count);

#endif
