/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

#include "scaler.h"

typedef struct reading {
    pictures_source source;
    size_t offset;
} reading;

static int read_bytes(GifFileType *gif, GifByteType *bytes, int count) {
    reading *reading = gif->UserData;
    size_t rest = reading->source.byte_count - reading->offset;
    size_t taken = count < 0 ? 0 : (size_t)count < rest ? (size_t)count : rest;
    memcpy(bytes, reading->source.bytes + reading->offset, taken);
    reading->offset += taken;
    return (int)taken;
}

/* Reads up to the first frame; its transparent colour is -1 when there is none. */
static bool find_frame(GifFileType *gif, int *transparent) {
    GifRecordType type;
    *transparent = NO_TRANSPARENT_COLOR;
    while (DGifGetRecordType(gif, &type) == GIF_OK) {
        if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(gif) == GIF_OK;
        if (type != EXTENSION_RECORD_TYPE) return false;
        int code;
        GifByteType *block;
        if (DGifGetExtension(gif, &code, &block) != GIF_OK) return false;
        while (block != NULL) {
            GraphicsControlBlock control;
            if (code == GRAPHICS_EXT_FUNC_CODE &&
                DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) {
                *transparent = control.TransparentColor;
            }
            if (DGifGetExtensionNext(gif, &block) != GIF_OK) return false;
        }
    }
    return false;
}

/* Reads the frame's colour numbers, interlaced or not. */
static bool read_numbers(GifFileType *gif, GifByteType *numbers) {
    static const int first[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
    int width = gif->Image.Width, height = gif->Image.Height;
    for (int pass = 0; pass < (gif->Image.Interlace ? 4 : 1); pass++) {
        int by = gif->Image.Interlace ? step[pass] : 1;
        for (int y = gif->Image.Interlace ? first[pass] : 0; y < height; y += by) {
            if (DGifGetLine(gif, numbers + (size_t)y * width, width) != GIF_OK) return false;
        }
    }
    return true;
}

/* Puts one row of the frame where it belongs in a row of the picture. */
static void paint(const GifFileType *gif, const GifByteType *numbers, int transparent,
                  uint32_t width, uint8_t *row) {
    const ColorMapObject *map = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
    for (int x = 0; x < gif->Image.Width; x++) {
        uint32_t place = (uint32_t)(gif->Image.Left + x);
        if (place >= width || numbers[x] == transparent || numbers[x] >= map->ColorCount) continue;
        GifColorType color = map->Colors[numbers[x]];
        memcpy(row + 4 * (size_t)place, (uint8_t[]){color.Red, color.Green, color.Blue, 255}, 4);
    }
}

static bool decode(GifFileType *gif, scaler *scaler) {
    int transparent;
    if (!find_frame(gif, &transparent)) return false;
    if (gif->Image.Width <= 0 || gif->Image.Height <= 0 || gif->Image.Left < 0 ||
        gif->Image.Top < 0 || (gif->Image.ColorMap == NULL && gif->SColorMap == NULL)) {
        return false;
    }
    GifByteType *numbers = calloc((size_t)gif->Image.Height, (size_t)gif->Image.Width);
    uint8_t *row = malloc((size_t)scaler->width * 4);
    bool is_decoded = numbers != NULL && row != NULL && read_numbers(gif, numbers);
    for (uint32_t y = 0; is_decoded && y < scaler->height; y++) {
        memset(row, 0, (size_t)scaler->width * 4);
        int frame_row = (int)y - gif->Image.Top;
        if (frame_row >= 0 && frame_row < gif->Image.Height) {
            paint(gif, numbers + (size_t)frame_row * gif->Image.Width, transparent, scaler->width,
                  row);
        }
        scaler_take(scaler, row);
    }
    free(numbers);
    free(row);
    return is_decoded;
}

bool pictures_decode_gif(pictures_source source, uint32_t width, uint32_t height,
                         pictures_target target) {
    reading reading = {.source = source};
    scaler scaler;
    if (!scaler_open(&scaler, width, height, target)) return false;
    int code;
    GifFileType *gif = DGifOpen(&reading, read_bytes, &code);
    bool is_decoded = gif != NULL && gif->SWidth == (int)width && gif->SHeight == (int)height &&
                      decode(gif, &scaler);
    if (gif != NULL) DGifCloseFile(gif, &code);
    scaler_close(&scaler);
    return is_decoded;
}
