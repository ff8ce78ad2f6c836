/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Takes a picture's rows from the top and leaves their averages in a smaller one. */
#ifndef PICTURES_SCALER_H
#define PICTURES_SCALER_H

#include "CPictures.h"

typedef struct scaler {
    pictures_target target;
    uint32_t width;        /* of the rows that come */
    uint32_t height;       /* how many come */
    uint32_t row;          /* how many came */
    uint32_t output;       /* the row of the target that is being summed */
    uint32_t rows;         /* how many are in the sums */
    uint32_t *sums;        /* four for each pixel of that row */
    bool is_premultiplied; /* what comes, set after opening */
} scaler;

/* False for want of memory, for a picture of no size, and for a target larger than it. */
bool scaler_open(scaler *scaler, uint32_t width, uint32_t height, pictures_target target);

/* Takes the next row: `width` pixels, which are premultiplied in place where they are not yet. Rows past
 * the last are ignored. */
void scaler_take(scaler *scaler, uint8_t *row);

/* Writes what is still summed. */
void scaler_close(scaler *scaler);

#endif
